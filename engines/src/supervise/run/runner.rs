//! [`Runner`]: runs programs, each to its [`Outcome`].

use std::{
    borrow::Cow,
    io,
    path::PathBuf,
    process::Stdio,
    sync::{Arc, Once},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _},
    sync::{Notify, Semaphore},
    time::timeout,
};

use toolwright_base::cut_text;

use super::{
    super::{
        limits::RunLimits,
        process_tree,
        sandbox_policy::SandboxPolicy,
        supervised::{GRACE, Supervised},
        supervisor::{ProgramExit, ProgramReport, StopReason},
    },
    job::{Job, RunOrder},
    supervisor,
};

/// The error of a program that could not be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The program could not be started.
    #[error("the program did not start: {0}")]
    Start(String),
    /// The supervisor could not be started.
    #[error("programs cannot be run now: {0}")]
    Unavailable(#[from] io::Error),
    /// The supervisor died or does not answer. The program and its descendants are killed.
    #[error("the supervisor of the program exited unexpectedly")]
    SupervisorLost,
}

/// Runs programs.
#[derive(Debug)]
pub struct Runner {
    supervisor: PathBuf,
    limits: RunLimits,
    sandbox: Arc<SandboxPolicy>,
    permits: Semaphore,
}

impl Runner {
    /// Creates a runner. `supervisor` is the `toolwright` binary, which must run
    /// [`supervisor::run`] in the role [`supervisor::ROLE`].
    pub fn new(
        supervisor: impl Into<PathBuf>,
        limits: RunLimits,
        sandbox: Arc<SandboxPolicy>,
    ) -> Self {
        Self {
            supervisor: supervisor.into(),
            limits,
            sandbox,
            permits: Semaphore::new(limits.concurrency),
        }
    }

    /// Runs a program to its end. Dropping the future kills the program and all of its descendants.
    ///
    /// # Errors
    /// If the program could not be run. A program that fails is an outcome.
    pub async fn run(&self, job: &Job) -> Result<Outcome, RunError> {
        let closed = |_| io::Error::other("the runner is closed");
        let _permit = self.permits.acquire().await.map_err(closed)?;
        adopt_orphans();
        let sandbox = Arc::clone(&self.sandbox);
        // The first time, this runs programs to find out what the machine has.
        let parts = tokio::task::spawn_blocking(move || sandbox.parts());
        let parts = parts.await.map_err(io::Error::other)??;
        let mut command = supervisor::ROLE.command(&self.supervisor);
        // The program writes to the supervisor's streams.
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut supervised = Supervised::start(command, GRACE)?;
        let order = RunOrder {
            job: Cow::Borrowed(job),
            limits: self.limits,
            sandbox: parts,
        };
        let since = supervised.start_time();
        let outcome = outcome(&mut supervised, &order);
        let outcome = timeout(job.time + GRACE, outcome).await;
        let outcome = outcome.unwrap_or(Err(RunError::SupervisorLost));
        if let (Err(RunError::SupervisorLost), Some(since)) = (&outcome, since) {
            supervised.kill();
            let launcher = self.supervisor.clone();
            let kill = move || process_tree::kill_orphans_since(since, &launcher);
            let _ = tokio::task::spawn_blocking(kill).await;
        }
        outcome
    }
}

/// Makes this process the parent of what the program started, if its supervisor is killed.
fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if let Err(error) = process_tree::adopt_orphans() {
            tracing::warn!("orphans of programs cannot be adopted: {error}");
        }
    });
}

async fn outcome(supervised: &mut Supervised, order: &RunOrder<'_>) -> Result<Outcome, RunError> {
    let no_pipes = || io::Error::other("the supervisor has no pipes");
    let (stdout, stderr) = supervised.take_output().ok_or_else(no_pipes)?;
    let most = order.limits.output;
    let full = Notify::new();
    let output = async {
        let stdout = CapturedOutput::read(stdout, most, &full);
        let stderr = CapturedOutput::read(stderr, most, &full);
        Ok(tokio::try_join!(stdout, stderr)?)
    };
    let report = async {
        let report = report(supervised, order, &full).await;
        report.map_err(|_| RunError::SupervisorLost)
    };
    // Processes left by a program whose supervisor is gone may hold its output open.
    let ((stdout, stderr), report) = tokio::try_join!(output, report)?;
    Ok(Outcome {
        exit: report.map_err(RunError::Start)?,
        stdout,
        stderr,
    })
}

/// Sends the order and waits for the report. Stops the program when its output is `full`.
async fn report(
    supervised: &mut Supervised,
    order: &RunOrder<'_>,
    full: &Notify,
) -> io::Result<ProgramReport> {
    supervised.send(order).await?;
    tokio::select! {
        report = supervised.report() => return report,
        () = full.notified() => {}
    }
    supervised.stop();
    supervised.report().await
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: CapturedOutput,
    pub stderr: CapturedOutput,
    pub exit: ProgramExit,
}

/// The longest line of standard error that a failure repeats, in bytes.
const MAX_LINE: usize = 1000;

impl Outcome {
    /// Returns why the program failed, or `None` if it succeeded: the limit that it exceeded, the
    /// last line of its standard error, or its exit code.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        let exit = &self.exit;
        if let Some(stopped) = exit.stopped {
            let limit = match stopped {
                StopReason::Time => "time",
                StopReason::Output => "output",
                StopReason::Processes => "processes",
                StopReason::Memory => "memory",
            };
            return Some(format!("the program exceeded its limit of {limit}"));
        }
        if exit.code == Some(0) {
            return None;
        }
        let mut lines = self.stderr.text.lines().rev().map(str::trim);
        Some(match (lines.find(|line| !line.is_empty()), exit.signal) {
            (Some(line), _) => cut_text(line, MAX_LINE).into_owned(),
            (None, Some(signal)) => format!("the program was ended by signal {signal}"),
            (None, None) => format!("the exit code is {}", exit.code.unwrap_or(-1)),
        })
    }
}

/// The output of a program, up to a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CapturedOutput {
    /// The output, with bytes that are not UTF-8 replaced.
    pub text: String,
    /// Whether the program wrote more than the limit.
    pub is_cut: bool,
}

impl CapturedOutput {
    /// Reads `source` to its end and keeps the first `most` bytes.
    ///
    /// The rest is read too, so that the writer does not block. `full` is notified of it.
    pub(super) async fn read(
        mut source: impl AsyncRead + Unpin,
        most: usize,
        full: &Notify,
    ) -> io::Result<Self> {
        let mut bytes = Vec::new();
        // One byte more shows that there is more.
        let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        (&mut source).take(limit).read_to_end(&mut bytes).await?;
        if bytes.len() <= most {
            return Ok(Self::decode(&bytes, false));
        }
        full.notify_one();
        bytes.truncate(most);
        tokio::io::copy(&mut source, &mut tokio::io::sink()).await?;
        Ok(Self::decode(&bytes, true))
    }

    fn decode(bytes: &[u8], is_cut: bool) -> Self {
        // A character that was cut in two is left out.
        let whole = match std::str::from_utf8(bytes) {
            Err(error) if is_cut && error.error_len().is_none() => &bytes[..error.valid_up_to()],
            _ => bytes,
        };
        Self {
            text: String::from_utf8_lossy(whole).into_owned(),
            is_cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(text: &[u8], most: usize) -> (String, bool) {
        let captured = CapturedOutput::read(text, most, &Notify::new())
            .await
            .unwrap();
        (captured.text, captured.is_cut)
    }

    #[tokio::test]
    async fn output_beyond_the_limit_is_not_kept() {
        assert_eq!(read(b"abc", 3).await, ("abc".into(), false));
        assert_eq!(read(b"abcd", 3).await, ("abc".into(), true));
        assert_eq!(read(b"", 3).await, (String::new(), false));
        assert_eq!(read("aé한".as_bytes(), 5).await, ("aé".into(), true));
        assert_eq!(
            read(b"a\xff\xe9", 9).await,
            ("a\u{fffd}\u{fffd}".into(), false)
        );
    }
}
