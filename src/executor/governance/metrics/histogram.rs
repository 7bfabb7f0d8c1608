//! [`Histogram`]: how long things took.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// How many bounds there are.
const BOUNDS: usize = 21;

/// The upper ends of the buckets, in nanoseconds: from what our own work takes to what nobody waits for.
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

/// How long things took, in buckets. The last one has no end.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    nanoseconds: AtomicU64,
    buckets: [AtomicU64; BOUNDS + 1],
}

/// What one or several histograms say at one moment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// How many took at most as long as the bound of the same place; the last one has no bound.
    pub(super) cumulative: [u64; BOUNDS + 1],
    /// How long all of them took together.
    pub(super) nanoseconds: u64,
}

impl Histogram {
    /// One more, which took this long.
    pub(super) fn observe(&self, elapsed: Duration) {
        let nanoseconds = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        // What is common is short, so it is found at once.
        let place = BOUNDS_NS
            .iter()
            .position(|bound| nanoseconds <= *bound)
            .unwrap_or(BOUNDS);
        self.buckets[place].fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

impl Reading {
    /// What these say together.
    pub(super) fn of<'a>(histograms: impl IntoIterator<Item = &'a Histogram>) -> Self {
        let mut reading = Self::default();
        for histogram in histograms {
            reading.nanoseconds += histogram.nanoseconds.load(Ordering::Relaxed);
            let mut total = 0;
            for (sum, bucket) in reading.cumulative.iter_mut().zip(&histogram.buckets) {
                total += bucket.load(Ordering::Relaxed);
                *sum += total;
            }
        }
        reading
    }

    /// How many there were.
    pub(super) const fn count(&self) -> u64 {
        self.cumulative[BOUNDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_belongs_to_its_bucket() {
        let (one, other) = (Histogram::default(), Histogram::default());
        for nanoseconds in [0, 10_000, 10_001, 60_000_000_000, 60_000_000_001] {
            one.observe(Duration::from_nanos(nanoseconds));
        }
        other.observe(Duration::from_nanos(7));
        let reading = Reading::of([&one, &other]);
        assert_eq!(reading.count(), 6);
        assert_eq!(reading.nanoseconds, 120_000_020_009);
        let mut expected = [4; BOUNDS + 1];
        expected[0] = 3;
        expected[BOUNDS - 1] = 5;
        expected[BOUNDS] = 6;
        assert_eq!(reading.cumulative, expected);
    }

    #[test]
    fn the_bounds_rise() {
        assert!(BOUNDS_NS.is_sorted_by(|one, next| one < next));
    }
}
