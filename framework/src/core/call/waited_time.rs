//! [`WaitedTime`]: how long a call has waited for answers.
//!
//! The time that a person takes to answer is not counted against the deadline of the call.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use toolwright_base::lock;

/// The time that a call has spent waiting. Waits that overlap count once.
#[derive(Debug, Default)]
pub(super) struct WaitedTime {
    waits: Mutex<Waits>,
}

#[derive(Debug, Default)]
struct Waits {
    open: u32,
    since: Option<Instant>,
    total: Duration,
    /// Whether a wait was given up and none has begun since.
    given_up: bool,
}

impl WaitedTime {
    /// Begins a wait.
    ///
    /// [`Wait::end`] ends it. A wait that is dropped instead was given up.
    pub(super) fn begin(&self) -> Wait<'_> {
        let mut waits = lock(&self.waits);
        waits.open += 1;
        waits.given_up = false;
        waits.since.get_or_insert_with(Instant::now);
        drop(waits);
        Wait {
            time: self,
            is_over: false,
        }
    }

    /// Whether the call waits now, or gave up the last wait.
    pub(super) fn is_waiting(&self) -> bool {
        let waits = lock(&self.waits);
        waits.open > 0 || waits.given_up
    }

    /// The time waited so far, including a wait that has not ended yet.
    pub(super) fn total(&self) -> Duration {
        let waits = lock(&self.waits);
        waits.total + waits.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// A wait that has not ended yet.
pub(super) struct Wait<'t> {
    time: &'t WaitedTime,
    is_over: bool,
}

impl Wait<'_> {
    /// Ends the wait: the answer has arrived.
    pub(super) fn end(mut self) {
        self.is_over = true;
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let mut waits = lock(&self.time.waits);
        waits.given_up |= !self.is_over;
        waits.open -= 1;
        if waits.open == 0 {
            let since = waits.since.take();
            waits.total += since.map_or(Duration::ZERO, |since| since.elapsed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_waits_until_its_last_wait_has_ended() {
        let time = WaitedTime::default();
        assert!(!time.is_waiting());
        let (first, second) = (time.begin(), time.begin());
        first.end();
        assert!(time.is_waiting());
        second.end();
        assert!(!time.is_waiting());
    }

    #[test]
    fn a_wait_that_was_given_up_lasts_until_the_next_one_begins() {
        let time = WaitedTime::default();
        drop(time.begin());
        assert!(time.is_waiting());
        time.begin().end();
        assert!(!time.is_waiting());
    }
}
