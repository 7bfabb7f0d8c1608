//! [`Workers`]: the workers of all functions.

use std::{
    iter,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::{AcquireError, Semaphore, SemaphorePermit};
use toolwright::call::Caller;

use super::{
    error::PythonError, idle_workers::IdleWorkers, settings::PythonSettings, target::Target,
    worker::PythonWorker,
};
use crate::fair_queue::{FairQueue, Place};

/// How many functions are described at once: each starts an interpreter.
const DESCRIBED_AT_ONCE: usize = 4;

/// The workers of all functions. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct Workers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: PythonSettings,
    turns: FairQueue,
    describing: Semaphore,
    /// How many workers are in use.
    busy: AtomicUsize,
    idle: IdleWorkers<PythonWorker>,
}

/// A worker in use. Dropping this kills it.
pub(super) struct Lease<'a> {
    pub(super) worker: PythonWorker,
    function: u64,
    use_count: UseCount<'a>,
}

/// Counts a worker in use until it is dropped.
struct UseCount<'a>(&'a Workers);

impl Workers {
    pub(super) fn new(settings: PythonSettings) -> Self {
        Self(Arc::new(Inner {
            turns: FairQueue::new(settings.limits.workers),
            describing: Semaphore::new(DESCRIBED_AT_ONCE),
            idle: IdleWorkers::new(settings.limits.idle),
            settings,
            busy: AtomicUsize::new(0),
        }))
    }

    pub(super) fn settings(&self) -> &PythonSettings {
        &self.0.settings
    }

    /// Waits until it is the turn of `caller`, so that one caller cannot keep all workers busy.
    pub(super) async fn turn(&self, caller: Caller) -> Place {
        self.0.turns.acquire(caller).await
    }

    /// Waits until a function may be described.
    pub(super) async fn describing(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.0.describing.acquire().await
    }

    /// Returns an idle worker of a function, if there is one.
    pub(super) fn idle(&self, function: u64) -> Option<Lease<'_>> {
        let mut idle = iter::from_fn(|| self.0.idle.take(function));
        let worker = idle.find(PythonWorker::is_idle)?;
        Some(Lease {
            worker,
            function,
            use_count: UseCount::of(self),
        })
    }

    /// Starts a worker of a function. The oldest idle ones of others make room for it.
    ///
    /// # Errors
    /// If the function cannot be loaded.
    pub(super) async fn start(
        &self,
        function: u64,
        target: &Target,
    ) -> Result<Lease<'_>, PythonError> {
        let use_count = UseCount::of(self);
        let busy = self.0.busy.load(Ordering::Relaxed);
        let most = self.0.settings.limits.workers;
        self.0.idle.shrink(most.saturating_sub(busy));
        Ok(Lease {
            worker: PythonWorker::start(&self.0.settings, target).await?,
            function,
            use_count,
        })
    }

    /// Ends the idle workers of a function.
    pub(super) fn end(&self, function: u64) {
        self.0.idle.end(function);
    }
}

impl Lease<'_> {
    /// Keeps the worker for the next call.
    pub(super) fn give_back(self) {
        let Self {
            worker,
            function,
            use_count,
        } = self;
        use_count.0.0.idle.push(function, worker);
    }
}

impl<'a> UseCount<'a> {
    fn of(workers: &'a Workers) -> Self {
        workers.0.busy.fetch_add(1, Ordering::Relaxed);
        Self(workers)
    }
}

impl Drop for UseCount<'_> {
    fn drop(&mut self) {
        self.0.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}
