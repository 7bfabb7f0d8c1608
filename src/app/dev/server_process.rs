//! [`ServerProcess`]: the server, on standard input and output.

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    thread,
};

/// A server that runs. It ends when its standard input is closed; dropping this kills it.
#[derive(Debug)]
pub(super) struct ServerProcess {
    child: Child,
    stdin: Option<ChildStdin>,
}

impl ServerProcess {
    /// Starts the program. `hear` gets each line that it writes, and `None` when it has ended.
    pub(super) fn start(
        program: &Path,
        hear: impl Fn(Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let mut child = Command::new(program)
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        thread::spawn(move || {
            let lines = stdout
                .into_iter()
                .flat_map(|stdout| BufReader::new(stdout).lines());
            lines
                .map_while(Result::ok)
                .for_each(|line| hear(Some(line)));
            hear(None);
        });
        Ok(Self { child, stdin })
    }

    /// Sends a line. One that the server does not read any more is lost.
    pub(super) fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
    }

    /// Lets the server finish its calls and end.
    pub(super) fn close(&mut self) {
        self.stdin = None;
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
