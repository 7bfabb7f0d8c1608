//! How long a call has waited for others, so that a person who thinks does not cost the tool its time.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use super::lock::lock;

/// The time spent waiting. Questions that wait side by side count once.
#[derive(Debug, Default)]
pub(super) struct Patience {
    state: Mutex<Waits>,
}

#[derive(Debug, Default)]
struct Waits {
    open: u32,
    since: Option<Instant>,
    total: Duration,
}

impl Patience {
    /// A wait begins; it ends when the guard is dropped.
    pub(super) fn begin(&self) -> Waiting<'_> {
        let mut waits = lock(&self.state);
        waits.open += 1;
        waits.since.get_or_insert_with(Instant::now);
        drop(waits);
        Waiting(self)
    }

    /// Whether somebody waits now.
    pub(super) fn is_waiting(&self) -> bool {
        lock(&self.state).open > 0
    }

    /// All the time waited so far, a wait that is still on included.
    pub(super) fn waited(&self) -> Duration {
        let waits = lock(&self.state);
        waits.total + waits.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// A wait that is on.
pub(super) struct Waiting<'p>(&'p Patience);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut waits = lock(&self.0.state);
        waits.open -= 1;
        if waits.open == 0 {
            let since = waits.since.take();
            waits.total += since.map_or(Duration::ZERO, |since| since.elapsed());
        }
    }
}
