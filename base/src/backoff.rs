//! [`Backoff`]: the pauses between attempts.

use std::time::Duration;

/// Pauses that double up to a longest one.
///
/// Each pause is between half and all of its nominal length, so that clients that failed together
/// do not all retry at once.
#[derive(Debug, Clone, Copy)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// Creates a backoff whose first pause is `first`.
    pub const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest }
    }

    /// Returns the pause after this many failures.
    pub fn pause(&self, failures: u32) -> Duration {
        let doublings = failures.saturating_sub(1);
        let full = self
            .first
            .saturating_mul(2_u32.saturating_pow(doublings))
            .min(self.longest);
        let random = f64::from(getrandom::u32().unwrap_or(u32::MAX)) / f64::from(u32::MAX);
        full.mul_f64(0.5 + random / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKOFF: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(5));

    #[test]
    fn pauses_grow_up_to_the_longest() {
        for (failures, full) in [
            (1, 100),
            (2, 200),
            (5, 1_600),
            (11, 5_000),
            (u32::MAX, 5_000),
        ] {
            let pause = BACKOFF.pause(failures);
            let full = Duration::from_millis(full);
            assert!(pause >= full / 2 && pause <= full, "{failures}: {pause:?}");
        }
    }

    #[test]
    fn pauses_differ() {
        let pauses: std::collections::BTreeSet<_> = (0..20).map(|_| BACKOFF.pause(9)).collect();
        assert!(pauses.len() > 1);
    }
}
