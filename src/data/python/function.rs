//! [`Function`]: a Python function that can be called.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Map, Value, value::RawValue};
use tokio::{
    sync::{Mutex as AsyncMutex, Notify, Semaphore},
    time::{Instant, timeout, timeout_at},
};

use super::{
    description::{Described, Description},
    error::PythonError,
    file_stamp::FileStamp,
    target::Target,
    worker::Answer,
    workers::{Lease, Workers},
};
use crate::core::{Caller, lock};

/// How long a call waits for a worker that becomes idle before another one is started.
const PATIENCE: Duration = Duration::from_millis(10);

/// A Python function. Dropping this ends its idle workers.
#[derive(Debug)]
pub(crate) struct Function {
    workers: Workers,
    /// A number that no other function has.
    number: u64,
    target: Target,
    permits: Semaphore,
    /// Held while a worker is started.
    starting: AsyncMutex<()>,
    /// A worker has become idle.
    returned: Notify,
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
    /// It was asked, when its files were these. There is no description if it cannot be loaded.
    Asked(Option<Arc<Description>>, Vec<FileStamp>),
}

impl Function {
    pub(super) fn new(workers: Workers, number: u64, target: Target) -> Self {
        Self {
            permits: Semaphore::new(workers.settings().limits.workers_of_one),
            workers,
            number,
            target,
            starting: AsyncMutex::default(),
            returned: Notify::new(),
            state: Mutex::default(),
        }
    }

    /// Returns the name of its tool.
    pub(crate) fn tool(&self) -> &str {
        &self.target.tool
    }

    /// Calls the function with these keyword arguments. Dropping the future kills the worker with
    /// all of its children.
    ///
    /// # Errors
    /// If the function raises an error, has a result that is not JSON, or cannot be loaded.
    pub(crate) async fn call(
        &self,
        caller: Caller,
        arguments: &Map<String, Value>,
    ) -> Result<Box<RawValue>, PythonError> {
        let permit = self.permits.acquire().await;
        let _permit = permit.map_err(io::Error::other)?;
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
        if let Some(lease) = self.workers.idle(self.number) {
            return Ok(lease);
        }
        let _starting = self.starting.lock().await;
        let most = self.workers.settings().limits.workers_of_one;
        let are_others = self.permits.available_permits() + 1 < most;
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(lease) = self.workers.idle(self.number) {
                return Ok(lease);
            }
            if !are_others || timeout_at(end, self.returned.notified()).await.is_err() {
                return self.workers.start(self.number, &self.target).await;
            }
        }
    }

    fn give_back(&self, lease: Lease<'_>) {
        lease.give_back();
        self.returned.notify_one();
    }

    /// Loads the function and asks what it says about itself.
    ///
    /// # Errors
    /// If it cannot be loaded within the time for it.
    pub(crate) async fn describe(&self) -> Result<Arc<Description>, PythonError> {
        let time = self.workers.settings().limits.description;
        let late = || PythonError::Slow(time);
        let Ok(permit) = timeout(time, self.workers.describing()).await else {
            *lock(&self.state) = State::Postponed;
            return Err(late());
        };
        let _permit = permit.map_err(io::Error::other)?;
        let folder = &self.workers.settings().folder;
        // Before it is loaded: what is changed while it is loaded is noticed.
        let stamp = FileStamp::now(&folder.join(self.target.file(folder)));
        match timeout(time, self.ask())
            .await
            .unwrap_or_else(|_| Err(late()))
        {
            Ok(described) => {
                let stamps = described.stamps.clone();
                let description = Arc::new(Description::from(described));
                *lock(&self.state) = State::Asked(Some(Arc::clone(&description)), stamps);
                Ok(description)
            }
            Err(error) => {
                *lock(&self.state) = State::Asked(None, vec![stamp]);
                Err(error)
            }
        }
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
    pub(crate) async fn refresh(&self) -> Result<bool, PythonError> {
        if self.is_known() && self.is_current() {
            return Ok(false);
        }
        let before = self.description();
        let described = self.describe().await?;
        Ok(before != Some(described))
    }

    /// Returns what the function says about itself, if it was asked and could be loaded.
    pub(crate) fn description(&self) -> Option<Arc<Description>> {
        match &*lock(&self.state) {
            State::Asked(description, _) => description.clone(),
            _ => None,
        }
    }

    fn is_known(&self) -> bool {
        matches!(&*lock(&self.state), State::Asked(..))
    }

    /// Returns whether what is known is up to date.
    pub(super) fn is_current(&self) -> bool {
        match &*lock(&self.state) {
            State::Unknown => true,
            State::Postponed => false,
            State::Asked(_, stamps) => stamps.iter().all(FileStamp::is_current),
        }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        self.workers.end(self.number);
    }
}
