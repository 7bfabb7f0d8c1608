//! [`Runner`]: runs programs.

use std::{
    borrow::Cow,
    io,
    path::PathBuf,
    process::Stdio,
    sync::{Arc, Once},
    time::Duration,
};

use tokio::{
    sync::{Notify, Semaphore},
    time::timeout,
};

use super::{
    super::{orphans, sandbox_policy::SandboxPolicy, subreaper, supervised::Supervised},
    job::Job,
    limits::RunLimits,
    order::{Order, Report},
    outcome::Outcome,
    output::CapturedOutput,
    supervisor,
};

/// How long a supervisor may take beyond the program's time. It needs some milliseconds.
const GRACE: Duration = Duration::from_secs(10);

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
        let order = Order {
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
            let kill = move || orphans::kill_since(since, &launcher);
            let _ = tokio::task::spawn_blocking(kill).await;
        }
        outcome
    }
}

/// Makes this process the parent of what the program started, if its supervisor is killed.
fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if let Err(error) = subreaper::adopt_orphans() {
            tracing::warn!("orphans of programs cannot be adopted: {error}");
        }
    });
}

async fn outcome(supervised: &mut Supervised, order: &Order<'_>) -> Result<Outcome, RunError> {
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
    order: &Order<'_>,
    full: &Notify,
) -> io::Result<Report> {
    supervised.send(order).await?;
    tokio::select! {
        report = supervised.report() => return report,
        () = full.notified() => {}
    }
    supervised.stop();
    supervised.report().await
}
