//! How long a call has waited for others, so that a person who thinks does not cost the tool its time.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::core::lock::lock;

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
    /// Whether a wait was given up and none has begun since.
    given_up: bool,
}

impl Patience {
    /// A wait begins; it ends when the guard is dropped.
    pub(super) fn begin(&self) -> Waiting<'_> {
        let mut waits = lock(&self.state);
        waits.open += 1;
        waits.given_up = false;
        waits.since.get_or_insert_with(Instant::now);
        drop(waits);
        Waiting {
            patience: self,
            is_over: false,
        }
    }

    /// Whether somebody waits now, or waited until it was given up.
    pub(super) fn is_waiting(&self) -> bool {
        let waits = lock(&self.state);
        waits.open > 0 || waits.given_up
    }

    /// All the time waited so far, a wait that is still on included.
    pub(super) fn waited(&self) -> Duration {
        let waits = lock(&self.state);
        waits.total + waits.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// A wait that is on.
pub(super) struct Waiting<'p> {
    patience: &'p Patience,
    is_over: bool,
}

impl Waiting<'_> {
    /// The answer is there. A wait that is dropped before that was given up.
    pub(super) fn end(mut self) {
        self.is_over = true;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut waits = lock(&self.patience.state);
        waits.given_up |= !self.is_over;
        waits.open -= 1;
        if waits.open == 0 {
            let since = waits.since.take();
            waits.total += since.map_or(Duration::ZERO, |since| since.elapsed());
        }
    }
}
