//! [`Histogram`]: counts durations in buckets.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

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
    use super::*;

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
