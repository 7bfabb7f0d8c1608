//! [`Process`]: a worker, as its engine sees it.

use std::{future, io, path::Path, process::Stdio};

use serde::Serialize;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use super::{COMMAND, Ending};

/// A worker. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts `program` as a worker of `engine`, with nothing of this process but two pipes.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(program: &Path, engine: &str, limits: &impl Serialize) -> io::Result<Self> {
        let limits = serde_json::to_string(limits)?;
        Self::spawn(Command::new(program).args([COMMAND, engine, &limits]))
    }

    /// [`start`](Self::start) with another command, for instance that of a test.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Self> {
        let mut child = command
            .arg0("toolwright")
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // A key that interrupts the server is not for it: the server lets its calls finish.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let gone = || io::Error::other("the worker has no pipes");
        Ok(Self {
            input: child.stdin.take().ok_or_else(gone)?,
            output: BufReader::new(child.stdout.take().ok_or_else(gone)?),
            child,
        })
    }

    /// Whether the process has not ended.
    pub(crate) fn is_there(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends all of `request` and reads a line of at most `most` bytes. There is none where the process ended: see [`ending`](Self::ending).
    pub(crate) async fn ask(&mut self, request: &[&[u8]], most: usize) -> Option<Vec<u8>> {
        let (input, output) = (&mut self.input, &mut self.output);
        let send = async {
            for piece in request {
                // A worker that has ended does not read; that it has is seen below.
                if input.write_all(piece).await.is_err() {
                    break;
                }
            }
            future::pending().await
        };
        let receive = async {
            let mut line = Vec::new();
            let most = u64::try_from(most).unwrap_or(u64::MAX);
            let read = output.take(most).read_until(b'\n', &mut line).await;
            (read.is_ok() && line.ends_with(b"\n")).then_some(line)
        };
        tokio::select! {
            line = receive => line,
            never = send => never,
        }
    }

    /// How the process ends, once it does.
    ///
    /// # Errors
    /// When the system does not say.
    pub(crate) async fn ending(&mut self) -> io::Result<Ending> {
        Ok(self.child.wait().await?.into())
    }
}
