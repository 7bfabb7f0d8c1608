//! [`format_duration`]: how long an answer took, for people.

use std::time::Duration;

/// Formats a duration with a unit that suits its size.
pub(super) fn format_duration(time: Duration) -> String {
    match time.as_micros() {
        shortest @ 0..=999 => format!("{shortest} µs"),
        short @ 1_000..=9_999 => format!("{}.{} ms", short / 1_000, short / 100 % 10),
        long => format!("{} ms", long / 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_formatted_in_a_unit_that_suits_its_size() {
        let formatted = [40, 1_260, 9_999, 10_000, 1_234_567]
            .map(|time| format_duration(Duration::from_micros(time)));
        assert_eq!(formatted, ["40 µs", "1.2 ms", "9.9 ms", "10 ms", "1234 ms"]);
    }
}
