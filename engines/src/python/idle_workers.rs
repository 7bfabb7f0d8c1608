//! [`IdleWorkers`]: workers that wait for the next call of their function.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use tokio::time::{Instant, sleep};
use toolwright_base::lock;

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
    pub(super) fn shrink(&self, most: usize) {
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
