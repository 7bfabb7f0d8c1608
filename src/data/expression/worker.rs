//! [`Worker`]: a process that evaluates, as the engine sees it.

use std::{
    io,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use rustix::process::Signal;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use super::{
    error::{ExpressionError, Limit},
    exchange::Reply,
    limits::Limits,
    sandbox,
};

/// How long a worker may be silent, for whatever reason. Its own watch is much stricter, but counts only what it works.
const SILENCE: Duration = Duration::from_secs(5);

/// Room in a reply for what is around the result, and for an error.
const AROUND: u64 = 64 * 1024;

/// The signal of those who kill from outside.
const KILLED: i32 = Signal::KILL.as_raw();

/// A worker. Dropping it ends the process.
#[derive(Debug)]
pub(super) struct Worker {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    limits: Limits,
}

/// What comes of a question.
pub(super) enum Answer {
    /// A reply; the worker can be asked again.
    Reply(Reply),
    /// The worker is gone, because of the question.
    Over(ExpressionError),
    /// The worker has gone, but not because of the question: nobody asked it anything for long, or somebody killed it.
    Retired,
}

impl Worker {
    /// Starts `program` as a worker.
    pub(super) fn start(program: &Path, limits: Limits) -> io::Result<Self> {
        let mut process = Command::new(program)
            .arg0("toolwright")
            .args(["worker", sandbox::WORKER])
            .arg(serde_json::to_string(&limits)?)
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
            input: process.stdin.take().ok_or_else(gone)?,
            output: BufReader::new(process.stdout.take().ok_or_else(gone)?),
            process,
            limits,
        })
    }

    /// Whether the process has not ended.
    pub(super) fn is_there(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Asks a question and waits for what comes of it.
    pub(super) async fn ask(&mut self, request: &[u8]) -> Answer {
        match timeout(SILENCE, self.exchange(request)).await {
            Ok(Ok(line)) if line.ends_with(b"\n") => match serde_json::from_slice(&line) {
                Ok(reply) => Answer::Reply(reply),
                Err(error) => Answer::Over(ExpressionError::Unavailable(error.into())),
            },
            // The pipe ended, or broke.
            Ok(_) => self.epitaph().await,
            Err(_) => Answer::Over(Limit::Time(self.limits.milliseconds).into()),
        }
    }

    async fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        self.input.write_all(request).await?;
        let mut line = Vec::new();
        let most = u64::try_from(self.limits.result).unwrap_or(u64::MAX);
        (&mut self.output)
            .take(most.saturating_add(AROUND))
            .read_until(b'\n', &mut line)
            .await?;
        Ok(line)
    }

    /// Why the process ended.
    async fn epitaph(&mut self) -> Answer {
        match timeout(SILENCE, self.process.wait()).await {
            // Nothing that an expression does kills its process with this signal.
            Ok(Ok(status)) if status.success() || status.signal() == Some(KILLED) => {
                Answer::Retired
            }
            Ok(Ok(status)) => Answer::Over(self.cause(status)),
            Ok(Err(error)) => Answer::Over(ExpressionError::Unavailable(error)),
            Err(_) => Answer::Over(ExpressionError::unavailable("the worker does not end")),
        }
    }

    fn cause(&self, status: ExitStatus) -> ExpressionError {
        match status.signal() {
            Some(signal) if signal == sandbox::OUT_OF_TIME.as_raw() => {
                Limit::Time(self.limits.milliseconds).into()
            }
            // Rust aborts when it gets no memory, be it for values or for the stack.
            Some(_) => Limit::Memory(self.limits.memory).into(),
            None => ExpressionError::unavailable(format!("the worker ended with {status}")),
        }
    }
}
