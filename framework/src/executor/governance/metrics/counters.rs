//! The counters of a tool, one set for each shard of threads, and the histogram of its times.

use std::{
    array,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    time::Duration,
};

use crate::executor::governance::call_facts::CallOutcome;

/// Counts the calls of one tool.
#[derive(Debug, Default)]
pub(crate) struct Counters(Shards<Tally>);

/// The counters of one shard.
#[derive(Debug, Default)]
struct Tally {
    begun: AtomicU64,
    ended: [AtomicU64; CallOutcome::COUNT],
    duration: Histogram,
}

impl Counters {
    /// Counts a call that begins.
    pub(crate) fn begin(&self) {
        self.0.mine().begun.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the end of a call that began.
    pub(crate) fn end(&self, outcome: CallOutcome, elapsed: Duration) {
        let tally = self.0.mine();
        tally.ended[outcome.index()].fetch_add(1, Ordering::Relaxed);
        tally.duration.observe(elapsed);
    }

    /// Counts a call that ends without having begun.
    pub(crate) fn refuse(&self, outcome: CallOutcome) {
        let tally = self.0.mine();
        tally.begun.fetch_add(1, Ordering::Relaxed);
        tally.ended[outcome.index()].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of calls with this outcome.
    pub(super) fn ended(&self, outcome: CallOutcome) -> u64 {
        let ended = |tally: &Tally| tally.ended[outcome.index()].load(Ordering::Relaxed);
        self.0.iter().map(ended).sum()
    }

    /// Returns the number of calls in progress.
    pub(super) fn in_flight(&self) -> u64 {
        // In this order, a call that ends in between counts as in progress, and the result is never
        // negative.
        let ended: u64 = CallOutcome::all().map(|outcome| self.ended(outcome)).sum();
        let begun = |tally: &Tally| tally.begun.load(Ordering::Relaxed);
        let begun: u64 = self.0.iter().map(begun).sum();
        begun.saturating_sub(ended)
    }

    /// Returns the durations of calls.
    pub(super) fn duration(&self) -> HistogramSnapshot {
        HistogramSnapshot::of(self.0.iter().map(|tally| &tally.duration))
    }
}

/// The number of shards. More threads than that share them.
const SHARDS: usize = 8;

/// A few copies of `T`. A thread always writes to the same one; a reader sums up all of them.
#[derive(Debug)]
pub(super) struct Shards<T>([Shard<T>; SHARDS]);

/// A copy in cache lines of its own. The alignment is that of two lines, because processors fetch
/// lines in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Shard<T>(T);

thread_local! {
    static INDEX: usize = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        THREADS.fetch_add(1, Ordering::Relaxed) % SHARDS
    };
}

impl<T: Default> Default for Shards<T> {
    fn default() -> Self {
        Self(array::from_fn(|_| Shard::default()))
    }
}

impl<T> Shards<T> {
    /// Returns the shard of this thread, or the first one while the thread is being destroyed.
    pub(super) fn mine(&self) -> &T {
        let index = INDEX.try_with(|index| *index).unwrap_or(0);
        &self.0[index].0
    }

    /// Returns all shards.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|shard| &shard.0)
    }
}

/// The number of bounds.
const BOUNDS: usize = 21;

/// The upper bounds of the buckets in nanoseconds: from the overhead of a call to a minute.
pub(super) const BOUNDS_NS: [u64; BOUNDS] = [
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    25_000_000,
    50_000_000,
    100_000_000,
    250_000_000,
    500_000_000,
    1_000_000_000,
    2_500_000_000,
    5_000_000_000,
    10_000_000_000,
    30_000_000_000,
    60_000_000_000,
];

/// Counts durations in buckets. The last bucket has no upper bound.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    nanoseconds: AtomicU64,
    buckets: [AtomicU64; BOUNDS + 1],
}

/// The sum of one or several histograms at one moment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HistogramSnapshot {
    /// The number of durations up to each bound; the last one counts all.
    pub(super) cumulative: [u64; BOUNDS + 1],
    /// The sum of all durations.
    pub(super) nanoseconds: u64,
}

impl Histogram {
    /// Counts a duration.
    pub(super) fn observe(&self, elapsed: Duration) {
        let nanoseconds = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        // Most calls are short, so a linear search ends early.
        let place = BOUNDS_NS
            .iter()
            .position(|bound| nanoseconds <= *bound)
            .unwrap_or(BOUNDS);
        self.buckets[place].fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

impl HistogramSnapshot {
    /// Returns the sum of `histograms`.
    pub(super) fn of<'a>(histograms: impl IntoIterator<Item = &'a Histogram>) -> Self {
        let mut snapshot = Self::default();
        for histogram in histograms {
            snapshot.nanoseconds += histogram.nanoseconds.load(Ordering::Relaxed);
            let mut total = 0;
            for (sum, bucket) in snapshot.cumulative.iter_mut().zip(&histogram.buckets) {
                total += bucket.load(Ordering::Relaxed);
                *sum += total;
            }
        }
        snapshot
    }

    /// Returns the number of durations.
    pub(super) const fn count(&self) -> u64 {
        self.cumulative[BOUNDS]
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicU64, thread};

    use super::*;

    #[test]
    fn the_counts_of_all_threads_add_up() {
        let shards = Shards::<AtomicU64>::default();
        thread::scope(|scope| {
            for _ in 0..SHARDS * 2 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        shards.mine().fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        let counts: Vec<_> = shards
            .iter()
            .map(|count| count.load(Ordering::Relaxed))
            .collect();
        assert_eq!(counts.iter().sum::<u64>(), 2000 * SHARDS as u64);
        assert!(counts.iter().filter(|count| **count > 0).count() > 1);
    }

    #[test]
    fn a_duration_equal_to_a_bound_is_in_its_bucket() {
        let (one, other) = (Histogram::default(), Histogram::default());
        for nanoseconds in [0, 10_000, 10_001, 60_000_000_000, 60_000_000_001] {
            one.observe(Duration::from_nanos(nanoseconds));
        }
        other.observe(Duration::from_nanos(7));
        let snapshot = HistogramSnapshot::of([&one, &other]);
        assert_eq!(snapshot.count(), 6);
        assert_eq!(snapshot.nanoseconds, 120_000_020_009);
        let mut expected = [4; BOUNDS + 1];
        expected[0] = 3;
        expected[BOUNDS - 1] = 5;
        expected[BOUNDS] = 6;
        assert_eq!(snapshot.cumulative, expected);
    }

    #[test]
    fn the_bounds_are_sorted() {
        assert!(BOUNDS_NS.is_sorted_by(|one, next| one < next));
    }
}
