//! [`Counters`]: the calls of one tool, counted.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use super::{
    histogram::{Histogram, Reading},
    shards::Shards,
};
use crate::executor::governance::outcome::Outcome;

/// The calls of one tool, counted.
#[derive(Debug, Default)]
pub(in crate::executor::governance) struct Counters(Shards<Tally>);

/// What a thread counts.
#[derive(Debug, Default)]
struct Tally {
    begun: AtomicU64,
    ended: [AtomicU64; Outcome::ALL.len()],
    duration: Histogram,
}

impl Counters {
    /// A call begins.
    pub(in crate::executor::governance) fn begin(&self) {
        self.0.mine().begun.fetch_add(1, Ordering::Relaxed);
    }

    /// A call that began is over.
    pub(in crate::executor::governance) fn end(&self, outcome: Outcome, elapsed: Duration) {
        let tally = self.0.mine();
        tally.ended[outcome as usize].fetch_add(1, Ordering::Relaxed);
        tally.duration.observe(elapsed);
    }

    /// A call that never began.
    pub(in crate::executor::governance) fn refuse(&self, outcome: Outcome) {
        let tally = self.0.mine();
        tally.begun.fetch_add(1, Ordering::Relaxed);
        tally.ended[outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// How many calls ended like this.
    pub(super) fn ended(&self, outcome: Outcome) -> u64 {
        let ended = |tally: &Tally| tally.ended[outcome as usize].load(Ordering::Relaxed);
        self.0.iter().map(ended).sum()
    }

    /// How many calls are in progress.
    pub(super) fn in_flight(&self) -> u64 {
        // In this order a call that ends meanwhile still counts, and not one that has not begun.
        let ended: u64 = Outcome::ALL.map(|outcome| self.ended(outcome)).iter().sum();
        let begun = |tally: &Tally| tally.begun.load(Ordering::Relaxed);
        let begun: u64 = self.0.iter().map(begun).sum();
        begun.saturating_sub(ended)
    }

    /// How long they took.
    pub(super) fn duration(&self) -> Reading {
        Reading::of(self.0.iter().map(|tally| &tally.duration))
    }
}
