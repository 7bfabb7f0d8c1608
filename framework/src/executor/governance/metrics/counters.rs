//! [`Counters`]: counts the calls of one tool.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use super::{
    histogram::{Histogram, HistogramSnapshot},
    shards::Shards,
};
use crate::executor::governance::call_facts::Outcome;

/// Counts the calls of one tool.
#[derive(Debug, Default)]
pub(crate) struct Counters(Shards<Tally>);

/// The counters of one shard.
#[derive(Debug, Default)]
struct Tally {
    begun: AtomicU64,
    ended: [AtomicU64; Outcome::COUNT],
    duration: Histogram,
}

impl Counters {
    /// Counts a call that begins.
    pub(crate) fn begin(&self) {
        self.0.mine().begun.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the end of a call that began.
    pub(crate) fn end(&self, outcome: Outcome, elapsed: Duration) {
        let tally = self.0.mine();
        tally.ended[outcome.index()].fetch_add(1, Ordering::Relaxed);
        tally.duration.observe(elapsed);
    }

    /// Counts a call that ends without having begun.
    pub(crate) fn refuse(&self, outcome: Outcome) {
        let tally = self.0.mine();
        tally.begun.fetch_add(1, Ordering::Relaxed);
        tally.ended[outcome.index()].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of calls with this outcome.
    pub(super) fn ended(&self, outcome: Outcome) -> u64 {
        let ended = |tally: &Tally| tally.ended[outcome.index()].load(Ordering::Relaxed);
        self.0.iter().map(ended).sum()
    }

    /// Returns the number of calls in progress.
    pub(super) fn in_flight(&self) -> u64 {
        // In this order, a call that ends in between counts as in progress, and the result is never
        // negative.
        let ended: u64 = Outcome::all().map(|outcome| self.ended(outcome)).sum();
        let begun = |tally: &Tally| tally.begun.load(Ordering::Relaxed);
        let begun: u64 = self.0.iter().map(begun).sum();
        begun.saturating_sub(ended)
    }

    /// Returns the durations of calls.
    pub(super) fn duration(&self) -> HistogramSnapshot {
        HistogramSnapshot::of(self.0.iter().map(|tally| &tally.duration))
    }
}
