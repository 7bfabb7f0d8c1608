//! [`Workers`]: all workers of all functions, their number and their idle time.

use std::{
    collections::VecDeque,
    iter, mem,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{AcquireError, Semaphore, SemaphorePermit},
    time::{Instant, sleep},
};
use toolwright::call::Caller;
use toolwright_base::lock;

use super::{
    description::Target,
    settings::{PythonError, PythonSettings},
    worker::PythonWorker,
};
use crate::fair_queue::{FairQueue, Place};

/// How many functions are described at once: each starts an interpreter.
const DESCRIBED_AT_ONCE: usize = 4;

/// The workers of all functions. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct Workers(Arc<WorkersInner>);

#[derive(Debug)]
struct WorkersInner {
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
        Self(Arc::new(WorkersInner {
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

/// Workers that wait for the next call of their function, for a limited time.
#[derive(Debug)]
pub(super) struct IdleWorkers<W> {
    queue: Arc<Mutex<Queue<W>>>,
    /// How long a worker may wait.
    time: Duration,
}

#[derive(Debug)]
struct Queue<W> {
    /// The one that waits longest first.
    workers: VecDeque<IdleWorker<W>>,
    /// Whether a task ends those that wait for long.
    is_watched: bool,
}

#[derive(Debug)]
struct IdleWorker<W> {
    function: u64,
    worker: W,
    since: Instant,
}

impl<W: Send + 'static> IdleWorkers<W> {
    pub(super) fn new(time: Duration) -> Self {
        let queue = Queue {
            workers: VecDeque::new(),
            is_watched: false,
        };
        Self {
            queue: Arc::new(Mutex::new(queue)),
            time,
        }
    }

    /// Adds a worker of a function.
    pub(super) fn push(&self, function: u64, worker: W) {
        let mut queue = lock(&self.queue);
        queue.workers.push_back(IdleWorker {
            function,
            worker,
            since: Instant::now(),
        });
        if !mem::replace(&mut queue.is_watched, true) {
            tokio::spawn(end_old(Arc::downgrade(&self.queue), self.time));
        }
    }

    /// Takes the worker of a function that has waited least.
    pub(super) fn take(&self, function: u64) -> Option<W> {
        let workers = &mut lock(&self.queue).workers;
        let at = workers.iter().rposition(|idle| idle.function == function)?;
        workers.remove(at).map(|idle| idle.worker)
    }

    /// Drops all workers of a function.
    pub(super) fn end(&self, function: u64) {
        let workers = &mut lock(&self.queue).workers;
        workers.retain(|idle| idle.function != function);
    }

    /// Drops the workers that wait longest, so that at most `most` are left.
    fn shrink(&self, most: usize) {
        let workers = &mut lock(&self.queue).workers;
        let surplus = workers.len().saturating_sub(most);
        workers.drain(..surplus);
    }
}

/// Drops workers that have waited for `time`, until none is left.
async fn end_old<W>(queue: Weak<Mutex<Queue<W>>>, time: Duration) {
    loop {
        sleep(time / 4).await;
        let Some(queue) = queue.upgrade() else {
            return;
        };
        let mut queue = lock(&queue);
        queue.workers.retain(|idle| idle.since.elapsed() < time);
        queue.is_watched = !queue.workers.is_empty();
        if !queue.is_watched {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn the_latest_worker_of_a_function_is_taken_and_the_oldest_of_all_is_dropped() {
        let idle = IdleWorkers::new(TIME);
        for (function, worker) in [(1, "a"), (2, "b"), (1, "c"), (2, "d"), (3, "e")] {
            idle.push(function, worker);
        }
        assert_eq!(idle.take(1), Some("c"));
        idle.shrink(3);
        assert_eq!(idle.take(1), None);
        idle.end(2);
        assert_eq!((idle.take(2), idle.take(3)), (None, Some("e")));
    }

    #[tokio::test]
    async fn a_worker_that_waits_for_long_is_dropped() {
        let time = Duration::from_millis(300);
        let idle = IdleWorkers::new(time);
        // The second one comes when nobody watches any more.
        for _ in 0..2 {
            let worker = Arc::new(());
            let start = Instant::now();
            idle.push(1, Arc::clone(&worker));
            while Arc::strong_count(&worker) > 1 {
                assert!(start.elapsed() < TIME);
                sleep(Duration::from_millis(5)).await;
            }
            assert!(start.elapsed() >= time);
        }
    }
}
