//! [`Function`]: a Python function that can be called.

use std::{
    collections::BTreeSet,
    io,
    path::PathBuf,
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Map, Value, value::RawValue};
use tokio::{
    sync::{Mutex as AsyncMutex, Notify},
    time::{Instant, timeout},
};
use toolwright::call::Caller;
use toolwright_base::{Backoff, lock};

use super::{
    description::{Described, Description, FileStamp, Target},
    settings::PythonError,
    worker::Answer,
    workers::{Lease, Workers},
};
use crate::fair_queue::FairQueue;

/// How long a call waits for a worker that becomes idle before another one is started.
const PATIENCE: Duration = Duration::from_millis(10);

/// The pauses between attempts to load a function after a failure that is not the script's own.
const RETRIES: Backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));

/// A Python function. Dropping this ends its idle workers.
#[derive(Debug)]
pub struct Function {
    workers: Workers,
    /// A number that no other function has.
    number: u64,
    target: Target,
    /// As many as it may have workers. Callers take them in turn.
    places: FairQueue,
    /// Held while a worker is started.
    starting: AsyncMutex<()>,
    /// Held while it is described because it is out of date.
    refreshing: AsyncMutex<()>,
    /// A worker has become idle.
    returned: Notify,
    /// How often that happened.
    returns: AtomicU64,
    state: Mutex<State>,
}

/// The facts that are known about a function.
#[derive(Debug, Default)]
enum State {
    /// Nobody has asked.
    #[default]
    Unknown,
    /// It was not its turn to be asked.
    Postponed,
    /// It was asked, when its files were these.
    Described(Arc<Description>, Vec<FileStamp>),
    /// It could not be loaded, when its files were these.
    Failed(CallFailure, Vec<FileStamp>),
}

/// How often a function could not be loaded.
#[derive(Debug, Default)]
struct CallFailure {
    /// The failures in a row that an edit of the files need not mend.
    count: u32,
    /// When to try again, although the files are the same.
    retry: Option<Instant>,
}

impl Function {
    pub(super) fn new(workers: Workers, number: u64, target: Target) -> Self {
        let most = workers.settings().limits.workers_of_one;
        Self {
            places: FairQueue::with_limit(most, most),
            workers,
            number,
            target,
            starting: AsyncMutex::default(),
            refreshing: AsyncMutex::default(),
            returned: Notify::new(),
            returns: AtomicU64::new(0),
            state: Mutex::default(),
        }
    }

    /// Returns the name of its tool.
    pub fn tool(&self) -> &str {
        &self.target.tool
    }

    /// Calls the function with these keyword arguments. Dropping the future kills the worker with
    /// all of its children.
    ///
    /// # Errors
    /// If the function raises an error, has a result that is not JSON, or cannot be loaded.
    pub async fn call(
        &self,
        caller: Caller,
        arguments: &Map<String, Value>,
    ) -> Result<Box<RawValue>, PythonError> {
        let _place = self.places.acquire(caller.clone()).await;
        let _turn = self.workers.turn(caller).await;
        loop {
            let mut lease = self.lease().await?;
            if let Answer::Fresh(result) = lease.worker.call(arguments).await? {
                self.give_back(lease);
                return result;
            }
        }
    }

    /// Returns a worker: an idle one, one that becomes idle in a moment, or a new one.
    ///
    /// Starting an interpreter takes much longer than a quick function, so workers are started one
    /// after the other, and only while the others have long calls.
    async fn lease(&self) -> Result<Lease<'_>, PythonError> {
        let mut starting = pin!(self.starting.lock());
        let _starting = loop {
            if let Some(lease) = self.workers.idle(self.number) {
                return Ok(lease);
            }
            tokio::select! {
                starting = &mut starting => break starting,
                () = self.returned.notified() => {}
            }
        };
        let most = self.workers.settings().limits.workers_of_one;
        let are_others = self.places.free() + 1 < most;
        loop {
            let returns = self.returns.load(Ordering::Relaxed);
            if let Some(lease) = self.workers.idle(self.number) {
                return Ok(lease);
            }
            let is_start = !are_others
                || timeout(PATIENCE, self.returned.notified()).await.is_err()
                    // Those that came back went to calls that wait as well.
                    && returns == self.returns.load(Ordering::Relaxed);
            if is_start {
                return self.workers.start(self.number, &self.target).await;
            }
        }
    }

    fn give_back(&self, lease: Lease<'_>) {
        lease.give_back();
        self.returns.fetch_add(1, Ordering::Relaxed);
        self.returned.notify_one();
    }

    /// Loads the function and asks what it says about itself.
    ///
    /// # Errors
    /// If it cannot be loaded within the time for it.
    pub async fn describe(&self) -> Result<Arc<Description>, PythonError> {
        let time = self.workers.settings().limits.description;
        let late = || PythonError::Slow(time);
        let Ok(permit) = timeout(time, self.workers.describing()).await else {
            *lock(&self.state) = State::Postponed;
            return Err(late());
        };
        let _permit = permit.map_err(io::Error::other)?;
        // Before it is loaded: what is changed while it is loaded is noticed.
        let stamps = self.stamps_now();
        let asked = timeout(time, self.ask()).await;
        match asked.unwrap_or_else(|_| Err(late())) {
            Ok(described) => {
                let stamps = described.stamps.clone();
                let description = Arc::new(Description::of(described, self.tool()));
                *lock(&self.state) = State::Described(Arc::clone(&description), stamps);
                Ok(description)
            }
            Err(error) => {
                self.note_failure(&error, stamps);
                Err(error)
            }
        }
    }

    /// Returns stamps of the files that it may be in, and of those that it was loaded from.
    fn stamps_now(&self) -> Vec<FileStamp> {
        let folder = &self.workers.settings().folder;
        let own = self.target.files.iter().map(|file| folder.join(file));
        let mut paths: BTreeSet<PathBuf> = own.collect();
        if let State::Described(_, stamps) | State::Failed(_, stamps) = &*lock(&self.state) {
            paths.extend(stamps.iter().map(|stamp| stamp.path().to_owned()));
        }
        paths.iter().map(|path| FileStamp::now(path)).collect()
    }

    fn note_failure(&self, error: &PythonError, stamps: Vec<FileStamp>) {
        let mut state = lock(&self.state);
        let mut failure = CallFailure::default();
        // Only an edit mends an error of the script itself.
        if !matches!(error, PythonError::Raised(_) | PythonError::Script { .. }) {
            let before = match &*state {
                State::Failed(failure, _) => failure.count,
                _ => 0,
            };
            failure.count = before.saturating_add(1);
            failure.retry = Some(Instant::now() + RETRIES.pause(failure.count));
        }
        *state = State::Failed(failure, stamps);
    }

    async fn ask(&self) -> Result<Described, PythonError> {
        loop {
            let mut lease = self.lease().await?;
            if let Answer::Fresh(described) = lease.worker.describe().await? {
                self.give_back(lease);
                return Ok(described);
            }
        }
    }

    /// Describes the function if that was not done, or its files are others by now. Returns whether
    /// its description is another one.
    ///
    /// # Errors
    /// If it cannot be loaded within the time for it. Then it has no description.
    pub async fn refresh(&self) -> Result<bool, PythonError> {
        // Others that want the same wait for one answer.
        let _refreshing = self.refreshing.lock().await;
        if self.is_current() {
            return Ok(false);
        }
        let before = self.description();
        let described = self.describe().await?;
        Ok(before != Some(described))
    }

    /// Returns what the function says about itself, if it was asked and could be loaded.
    pub fn description(&self) -> Option<Arc<Description>> {
        match &*lock(&self.state) {
            State::Described(description, _) => Some(Arc::clone(description)),
            _ => None,
        }
    }

    /// Returns whether the function was never asked.
    pub fn is_unasked(&self) -> bool {
        matches!(&*lock(&self.state), State::Unknown)
    }

    /// Returns whether it must be [refreshed](Self::refresh), and is not yet.
    pub fn is_outdated(&self) -> bool {
        self.refreshing.try_lock().is_ok() && !self.is_current()
    }

    /// Returns whether what is known is up to date, or is not worth another attempt yet.
    fn is_current(&self) -> bool {
        match &*lock(&self.state) {
            State::Unknown | State::Postponed => false,
            State::Described(_, stamps) => stamps.iter().all(FileStamp::is_current),
            State::Failed(failure, stamps) => {
                let is_late = failure.retry.is_some_and(|retry| retry <= Instant::now());
                !is_late && stamps.iter().all(FileStamp::is_current)
            }
        }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        self.workers.end(self.number);
    }
}
