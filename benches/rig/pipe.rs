//! [`Pipe`]: a peer over standard input and output.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use super::{
    Result,
    answer::check,
    call::{Era, FIRST_ID, Request, Workload},
    process::Process,
};

/// A server that is called over its standard input and output.
pub(crate) struct Pipe {
    pub(crate) process: Process,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Pipe {
    /// Starts `command`. Returns the server, and the time until its first answer.
    pub(crate) fn start(mut command: Command, log: &str) -> Result<(Self, Duration)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let started = Instant::now();
        let mut process = Process::spawn(command, log)?;
        let input = process.child.stdin.take();
        let output = process.child.stdout.take().ok_or("no standard output")?;
        let mut pipe = Self {
            process,
            input,
            output: BufReader::with_capacity(256 * 1024, output),
            line: Vec::new(),
        };
        let request = Request::call(Era::Modern, Workload::Small).body() + "\n";
        pipe.write(request.as_bytes())?;
        pipe.read()?;
        let elapsed = started.elapsed();
        check(pipe.line(), Workload::Small)?;
        Ok((pipe, elapsed))
    }

    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<()> {
        let input = self.input.as_mut().ok_or("standard input is closed")?;
        Ok(input.write_all(lines)?)
    }

    /// Waits for a line.
    pub(crate) fn read(&mut self) -> Result<()> {
        self.line.clear();
        if self.output.read_until(b'\n', &mut self.line)? == 0 {
            return Err("the server closed its end".into());
        }
        Ok(())
    }

    /// The line that was read last.
    pub(crate) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Whether a complete line has already arrived.
    pub(crate) fn has_line(&self) -> bool {
        self.output.buffer().contains(&b'\n')
    }

    /// The id of the answer that was read last.
    pub(crate) fn id(&self) -> Result<u64> {
        #[derive(serde::Deserialize)]
        struct Identified {
            id: u64,
        }
        let digits = FIRST_ID.to_string().len();
        let start = &self.line[..self.line.len().min(64)];
        let at = start.windows(5).position(|key| key == br#""id":"#);
        match at.and_then(|at| start.get(at + 5..at + 5 + digits)) {
            Some(id) => Ok(std::str::from_utf8(id)?.parse()?),
            None => Ok(serde_json::from_slice::<Identified>(&self.line)?.id),
        }
    }

    /// Closes the server's standard input and waits until it has ended.
    pub(crate) fn close(mut self) -> Result<()> {
        drop(self.input.take());
        self.process.child.wait()?;
        Ok(())
    }
}
