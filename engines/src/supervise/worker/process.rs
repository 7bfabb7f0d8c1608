//! [`Worker`]: a worker process, as the server sees it.

use std::{
    io,
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::{Pid, setpriority_process};
use serde::Serialize;
use tokio::{
    io::BufReader,
    process::{Child, ChildStdin, ChildStdout},
};

use super::{
    super::{exchange::exchange, role::Role},
    exit::WorkerExit,
};

/// The niceness of a worker: calls that need no worker do not wait for it.
const NICENESS: i32 = 10;

/// A worker process. Dropping this kills it.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts `program` in a role. `limits` is the argument after the role.
    ///
    /// The worker inherits nothing but two pipes.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub(crate) fn start(program: &Path, role: Role, limits: &impl Serialize) -> io::Result<Self> {
        let mut command = role.command(program);
        command.arg(serde_json::to_string(limits)?);
        Self::spawn(command)
    }

    /// Starts any command as a worker.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub(crate) fn spawn(command: Command) -> io::Result<Self> {
        let mut child = tokio::process::Command::from(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Ctrl-C in the server's terminal is not for it: the server finishes its calls first.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        // Before it has threads, each of which has a niceness on Linux. If it fails, the worker has
        // the priority of the server.
        if let Some(pid) = child.id().and_then(|id| Pid::from_raw(id as i32)) {
            let _ = setpriority_process(Some(pid), NICENESS);
        }
        let no_pipes = || io::Error::other("the worker has no pipes");
        Ok(Self {
            input: child.stdin.take().ok_or_else(no_pipes)?,
            output: BufReader::new(child.stdout.take().ok_or_else(no_pipes)?),
            child,
        })
    }

    /// Returns whether the process has not exited.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends all parts of `request` and waits for a line of at most `most` bytes.
    ///
    /// Returns `None` if there is no such line, as when the process exits: see
    /// [`exit`](Self::exit).
    pub(crate) async fn ask(&mut self, request: &[&[u8]], most: usize) -> Option<Vec<u8>> {
        exchange(&mut self.input, &mut self.output, request, most).await
    }

    /// Waits until the process exits, and returns how.
    ///
    /// # Errors
    /// If the kernel does not tell.
    pub(crate) async fn exit(&mut self) -> io::Result<WorkerExit> {
        Ok(self.child.wait().await?.into())
    }
}
