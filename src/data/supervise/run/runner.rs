//! [`Processes`]: the engine.

use std::{
    borrow::Cow,
    io,
    os::{fd::OwnedFd, unix::net::UnixStream as Socket},
    path::PathBuf,
    pin::pin,
    process::Stdio,
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    process::{Child, Command},
    sync::{Notify, Semaphore},
    time::timeout,
};

use super::{
    job::Job,
    limits::Limits,
    order::{self as exchange, Order, Report},
    outcome::Outcome,
    output::Captured,
    supervisor as keeper,
};

/// How long a keeper may take beyond the program's time. It needs some milliseconds.
const GRACE: Duration = Duration::from_secs(10);

/// Why a program was not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProcessError {
    /// It did not start.
    #[error("the program did not start: {0}")]
    Start(String),
    /// There is no keeper.
    #[error("programs cannot be run now: {0}")]
    Unavailable(#[from] io::Error),
    /// The keeper has died, or does not answer. What it kept is killed with it, but for what left its group.
    #[error("the process that keeps the program has gone")]
    Gone,
}

/// Runs programs.
#[derive(Debug)]
pub(crate) struct Processes {
    keeper: PathBuf,
    limits: Limits,
    room: Semaphore,
}

impl Processes {
    /// An engine whose keepers are `keeper`, which must call [`keeper::run`] when its first arguments are `worker` and
    /// [`keeper::WORKER`].
    pub(crate) fn new(keeper: impl Into<PathBuf>, limits: Limits) -> Self {
        Self {
            keeper: keeper.into(),
            limits,
            room: Semaphore::new(limits.together),
        }
    }

    /// Runs a program to its end. Dropping the future kills it and all that came of it.
    ///
    /// # Errors
    /// When it was not run. A program that fails is an outcome.
    pub(crate) async fn run(&self, job: &Job) -> Result<Outcome, ProcessError> {
        let closed = |_| io::Error::other("it is over");
        let _room = self.room.acquire().await.map_err(closed)?;
        let mut kept = self.start()?;
        let order = Order {
            job: Cow::Borrowed(job),
            limits: self.limits,
            keeper: Cow::Borrowed(&self.keeper),
        };
        let order = exchange::line(&order).map_err(io::Error::from)?;
        let work = kept.work(&order, self.limits.output);
        match timeout(job.time + GRACE, work).await {
            Ok(outcome) => outcome,
            Err(_) => Err(ProcessError::Gone),
        }
    }

    fn start(&self) -> io::Result<Kept> {
        let (ours, theirs) = Socket::pair()?;
        ours.set_nonblocking(true)?;
        let keeper = Command::new(&self.keeper)
            .arg0("toolwright")
            .args(["worker", keeper::WORKER])
            .env_clear()
            .current_dir("/")
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A key that interrupts the server is not for it: the server lets its calls finish.
            .process_group(0)
            .spawn()?;
        let (from, to) = UnixStream::from_std(ours)?.into_split();
        Ok(Kept {
            keeper: Some(keeper),
            from: BufReader::new(from),
            to: Some(to),
        })
    }
}

/// A keeper at work. Dropping it makes it kill what it keeps.
struct Kept {
    keeper: Option<Child>,
    from: BufReader<OwnedReadHalf>,
    to: Option<OwnedWriteHalf>,
}

impl Kept {
    async fn work(&mut self, order: &[u8], most: usize) -> Result<Outcome, ProcessError> {
        let gone = || io::Error::other("the keeper has no pipes");
        let keeper = self.keeper.as_mut().ok_or_else(gone)?;
        let stdout = keeper.stdout.take().ok_or_else(gone)?;
        let stderr = keeper.stderr.take().ok_or_else(gone)?;
        let full = Notify::new();
        let (stdout, stderr, report) = tokio::join!(
            Captured::read(stdout, most, &full),
            Captured::read(stderr, most, &full),
            self.report(order, &full),
        );
        let ending = report?.map_err(ProcessError::Start)?;
        Ok(Outcome {
            stdout: stdout?,
            stderr: stderr?,
            ending,
        })
    }

    /// Gives the order and waits for the report. When the output is `full`, the keeper is told to stop.
    async fn report(&mut self, order: &[u8], full: &Notify) -> Result<Report, ProcessError> {
        let gone = |_| ProcessError::Gone;
        let to = self.to.as_mut().ok_or(ProcessError::Gone)?;
        to.write_all(order).await.map_err(gone)?;
        let mut line = Vec::new();
        {
            let mut report = pin!(self.from.read_until(b'\n', &mut line));
            tokio::select! {
                read = &mut report => read.map_err(gone)?,
                () = full.notified() => {
                    self.to = None;
                    report.await.map_err(gone)?
                }
            };
        }
        serde_json::from_slice(&line).map_err(|_| ProcessError::Gone)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // The end of the socket is what the keeper waits for.
        self.to = None;
        let Some(mut keeper) = self.keeper.take() else {
            return;
        };
        // One that does not go by itself is killed, and the program with it.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if timeout(GRACE, keeper.wait()).await.is_err() {
                    let _ = keeper.kill().await;
                }
            });
        }
    }
}
