//! [`Histogram`]: how long calls took, to within a sixteenth.

use std::collections::BTreeMap;

/// The digits of a number that are kept: 8 steps for each power of two.
const STEPS: u32 = 3;

/// How long calls took. It needs a few numbers, however many calls it has.
#[derive(Debug, Clone, Default)]
pub(super) struct Histogram {
    counts: BTreeMap<u32, u32>,
    total: u64,
}

impl Histogram {
    /// Adds a time.
    pub(super) fn add(&mut self, microseconds: u64) {
        *self.counts.entry(step_of(microseconds)).or_default() += 1;
        self.total += 1;
    }

    /// Returns how many times were added.
    pub(super) const fn count(&self) -> u64 {
        self.total
    }

    /// Returns the time in milliseconds that this part of the calls did not exceed. `None` without a
    /// call.
    pub(super) fn percentile(&self, part: f64) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts of calls are far below 2^52"
        )]
        let wanted = ((self.total as f64 * part).ceil() as u64).max(1);
        let mut seen = 0;
        for (step, count) in &self.counts {
            seen += u64::from(*count);
            if seen >= wanted {
                #[expect(clippy::cast_precision_loss, reason = "an estimate")]
                return Some(middle_of(*step) as f64 / 1000.0);
            }
        }
        None
    }
}

/// Returns the number of the step that has this value.
const fn step_of(value: u64) -> u32 {
    if value < 1 << (STEPS + 1) {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 16")]
        return value as u32;
    }
    let power = value.ilog2();
    #[expect(clippy::cast_possible_truncation, reason = "it is below 8")]
    let part = (value >> (power - STEPS)) as u32 & ((1 << STEPS) - 1);
    (power << STEPS) + part
}

/// Returns the value in the middle of a step.
const fn middle_of(step: u32) -> u64 {
    if step < 1 << (STEPS + 1) {
        return step as u64;
    }
    let (power, part) = (step >> STEPS, step & ((1 << STEPS) - 1));
    let width = 1_u64 << (power - STEPS);
    (1 << power) + width * part as u64 + width / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_known_to_within_a_sixteenth() {
        for value in (0..100_000).chain([u64::from(u32::MAX), 1 << 40]) {
            let found = middle_of(step_of(value));
            assert!(found.abs_diff(value) * 16 <= value, "{value}: {found}");
        }
    }

    #[test]
    fn a_percentile_is_the_value_below_which_that_part_lies() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.percentile(0.5), None);
        (1..=10).for_each(|value| histogram.add(value * 1000));
        let near = |part: f64, expected: f64| {
            let found = histogram.percentile(part).unwrap();
            assert!((found - expected).abs() <= expected / 16.0, "{found}");
        };
        near(0.5, 5.0);
        near(0.95, 10.0);
        near(0.0, 1.0);
    }
}
