//! Confined workers: processes of this program that do what could crash the server.
//!
//! A worker answers requests with lines of JSON. It starts no processes, opens nothing, and the
//! kernel ends it at its limits. For foreign programs, see [`run`](super::run).
//!
//! ```text
//! engine ── request: a line of JSON, and bytes that belong to it ──▶ Worker ── pipe ──▶ process
//!        ◀── a line of JSON, or a WorkerExit ──────────────────────         ◀── pipe ──
//! ```
//!
//! | side | uses |
//! |---|---|
//! | the engine, in the server | `Worker`, whose end is a `WorkerExit` |
//! | the process | `Confinement`, within which it does its work |
//!
//! Linux enforces all limits of a `Confinement`. macOS has the same calls but does not count all
//! memory: there only the limits of time, and what each engine checks itself, remain.

use std::{
    fmt, io,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::process::{Pid, Resource, Signal, setpriority_process};
use serde::Serialize;
use tokio::{
    io::BufReader,
    process::{Child, ChildStdin, ChildStdout},
};

use super::{json_line::exchange, limits::restrict, role::Role};

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

/// The signal that ends a process whose time is over. The kernel uses the same.
pub(crate) const OUT_OF_TIME: Signal = Signal::XCPU;

/// The exit of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkerExit {
    /// It exited because there were no more requests.
    Done,
    /// It exited because it could not do its work.
    Failed(ExitStatus),
    /// It used up its processor time.
    OutOfTime,
    /// It ran out of memory, either for values or for the stack.
    OutOfMemory,
    /// It was ended by a signal that it did not cause.
    Killed(i32),
}

impl From<ExitStatus> for WorkerExit {
    fn from(status: ExitStatus) -> Self {
        let Some(number) = status.signal() else {
            return if status.success() {
                Self::Done
            } else {
                Self::Failed(status)
            };
        };
        match Signal::from_named_raw(number) {
            Some(OUT_OF_TIME) => Self::OutOfTime,
            // Rust aborts if an allocation fails or the stack overflows; C libraries and other
            // systems raise other signals.
            Some(Signal::ABORT | Signal::SEGV | Signal::BUS | Signal::ILL | Signal::TRAP) => {
                Self::OutOfMemory
            }
            _ => Self::Killed(number),
        }
    }
}

impl fmt::Display for WorkerExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("ended"),
            Self::Failed(status) => write!(f, "ended with {status}"),
            Self::OutOfTime => f.write_str("ran out of time"),
            Self::OutOfMemory => f.write_str("ran out of memory or of stack"),
            Self::Killed(signal) => write!(f, "was ended by signal {signal}"),
        }
    }
}

/// The memory of a worker beside its values and its stack: static data, other stacks, and what the
/// allocator keeps.
const BASE: u64 = 1024 * 1024;

/// The limits that the kernel holds a worker to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Confinement {
    /// The most bytes of memory for values.
    pub(crate) memory: u64,
    /// The bytes of stack of the thread that does the work.
    pub(crate) stack: usize,
    /// The most processor time of the whole process, if nothing else limits it.
    pub(crate) time: Option<Duration>,
}

impl Confinement {
    /// Confines this process for good and then calls `work` on a thread of its own.
    ///
    /// The thread is started first: a confined process cannot start one.
    ///
    /// # Errors
    /// If the process cannot be confined. Then `work` is not called.
    pub(crate) fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<JoinHandle<io::Result<T>>> {
        let (confined, ready) = mpsc::channel();
        let thread = thread::Builder::new()
            .stack_size(self.stack)
            .spawn(move || match ready.recv() {
                Ok(()) => work(),
                Err(not_confined) => Err(io::Error::other(not_confined)),
            })?;
        self.enter()?;
        // Fails only if the thread is gone, which joining it shows.
        let _ = confined.send(());
        Ok(thread)
    }

    /// Limits memory and time, and forbids to open files or sockets and to start processes. The two
    /// pipes stay open.
    fn enter(self) -> io::Result<()> {
        let data = self.memory + self.stack as u64 + BASE;
        let time = self.time.map(|time| (Resource::Cpu, time.as_secs()));
        let fixed = [
            (Resource::Data, data),
            (Resource::Nofile, 0),
            (Resource::Fsize, 0),
            (Resource::Nproc, 0),
            (Resource::Core, 0),
        ];
        fixed
            .into_iter()
            .chain(time)
            .try_for_each(|(resource, most)| restrict(resource, most))
    }
}
