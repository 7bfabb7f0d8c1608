//! [`Turnstile`]: how many calls of a tool run at once.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many calls of a tool run at once. The others wait in the order in which they came.
#[derive(Debug)]
pub(super) struct Turnstile {
    room: Option<Arc<Semaphore>>,
    waiting: AtomicUsize,
}

/// The place of a call that runs.
#[derive(Debug)]
pub(super) struct Turn {
    _place: Option<OwnedSemaphorePermit>,
    /// How long the call waited for it.
    pub(super) waited: Duration,
}

impl Turnstile {
    /// One call at a time, unless the tool is parallel; then freely, or up to `most`.
    pub(super) fn new(is_parallel: bool, most: Option<NonZeroU32>) -> Self {
        let most = if is_parallel {
            most.map(NonZeroU32::get)
        } else {
            Some(1)
        };
        Self {
            room: most.map(|most| Arc::new(Semaphore::new(most as usize))),
            waiting: AtomicUsize::new(0),
        }
    }

    /// How many calls wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a place.
    pub(super) async fn pass(&self) -> Turn {
        let Some(room) = &self.room else {
            return Turn::at_once(None);
        };
        if let Ok(place) = Arc::clone(room).try_acquire_owned() {
            return Turn::at_once(Some(place));
        }
        let since = Instant::now();
        let _waiting = Waiting::begin(&self.waiting);
        // It is never closed.
        let place = Arc::clone(room).acquire_owned().await.ok();
        Turn {
            waited: since.elapsed(),
            ..Turn::at_once(place)
        }
    }
}

impl Turn {
    const fn at_once(place: Option<OwnedSemaphorePermit>) -> Self {
        Self {
            _place: place,
            waited: Duration::ZERO,
        }
    }
}

/// One more that waits, until this is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn one_at_a_time_in_the_order_in_which_they_came() {
        let turnstile = Turnstile::new(false, None);
        let first = turnstile.pass().await;
        let (mut second, mut third) = (Box::pin(turnstile.pass()), Box::pin(turnstile.pass()));
        assert!((&mut second).now_or_never().is_none());
        assert!((&mut third).now_or_never().is_none());
        assert_eq!(turnstile.waiting(), 2);
        drop(first);
        assert!((&mut third).now_or_never().is_none());
        let turn = second.await;
        assert_eq!(turnstile.waiting(), 1);
        // Who gives up leaves the queue.
        drop(third);
        assert_eq!(turnstile.waiting(), 0);
        drop(turn);
        assert!(turnstile.pass().now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_parallel_tool_runs_freely_or_as_often_as_it_says() {
        let free = Turnstile::new(true, None);
        let turns: Vec<_> = (0..1000)
            .filter_map(|_| free.pass().now_or_never())
            .collect();
        assert_eq!(turns.len(), 1000);
        let bounded = Turnstile::new(true, NonZeroU32::new(3));
        let turns: Vec<_> = (0..5)
            .filter_map(|_| bounded.pass().now_or_never())
            .collect();
        assert_eq!(turns.len(), 3);
    }
}
