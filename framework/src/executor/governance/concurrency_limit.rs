//! [`ConcurrencyLimit`]: limits the calls of a tool that run at the same time.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits the calls of a tool that run at the same time. Further calls wait, first come first
/// served.
#[derive(Debug)]
pub(super) struct ConcurrencyLimit {
    /// `None` if there is no limit.
    semaphore: Option<Arc<Semaphore>>,
    waiting: AtomicUsize,
}

/// The slot of a running call. Dropping it lets the next call run.
#[derive(Debug)]
pub(super) struct CallSlot {
    _permit: Option<OwnedSemaphorePermit>,
    /// The time that the call waited for the slot.
    pub(super) waited: Duration,
}

impl ConcurrencyLimit {
    /// Creates the limit of a tool: one call, or `max` calls if the tool is parallel.
    pub(super) fn new(is_parallel: bool, max: Option<NonZeroU32>) -> Self {
        let max = if is_parallel {
            max.map(NonZeroU32::get)
        } else {
            Some(1)
        };
        Self {
            semaphore: max.map(|max| Arc::new(Semaphore::new(max as usize))),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Returns the number of waiting calls.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a slot.
    pub(super) async fn acquire(&self) -> CallSlot {
        let Some(semaphore) = &self.semaphore else {
            return CallSlot::without_waiting(None);
        };
        if let Ok(permit) = Arc::clone(semaphore).try_acquire_owned() {
            return CallSlot::without_waiting(Some(permit));
        }
        let since = Instant::now();
        let _waiting = WaitingGuard::new(&self.waiting);
        // The semaphore is never closed, so this cannot fail.
        let permit = Arc::clone(semaphore).acquire_owned().await.ok();
        CallSlot {
            waited: since.elapsed(),
            ..CallSlot::without_waiting(permit)
        }
    }
}

impl CallSlot {
    const fn without_waiting(permit: Option<OwnedSemaphorePermit>) -> Self {
        Self {
            _permit: permit,
            waited: Duration::ZERO,
        }
    }
}

/// Counts a waiting call until it is dropped.
struct WaitingGuard<'a>(&'a AtomicUsize);

impl<'a> WaitingGuard<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for WaitingGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn calls_run_one_at_a_time_in_order_of_arrival() {
        let limit = ConcurrencyLimit::new(false, None);
        let first = limit.acquire().await;
        let (mut second, mut third) = (Box::pin(limit.acquire()), Box::pin(limit.acquire()));
        assert!((&mut second).now_or_never().is_none());
        assert!((&mut third).now_or_never().is_none());
        assert_eq!(limit.waiting(), 2);
        drop(first);
        assert!((&mut third).now_or_never().is_none());
        let slot = second.await;
        assert_eq!(limit.waiting(), 1);
        // A dropped waiter leaves the queue.
        drop(third);
        assert_eq!(limit.waiting(), 0);
        drop(slot);
        assert!(limit.acquire().now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_parallel_tool_is_unlimited_or_has_its_own_limit() {
        let unlimited = ConcurrencyLimit::new(true, None);
        let slots: Vec<_> = (0..1000)
            .filter_map(|_| unlimited.acquire().now_or_never())
            .collect();
        assert_eq!(slots.len(), 1000);
        let limited = ConcurrencyLimit::new(true, NonZeroU32::new(3));
        let slots: Vec<_> = (0..5)
            .filter_map(|_| limited.acquire().now_or_never())
            .collect();
        assert_eq!(slots.len(), 3);
    }
}
