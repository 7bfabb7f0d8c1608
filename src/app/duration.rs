//! [`format_duration`]: how long something took, for people.

use std::time::Duration;

/// Formats a duration with two or three digits and a unit that suits its size.
pub(super) fn format_duration(time: Duration) -> String {
    let microseconds = time.as_micros();
    let seconds = time.as_secs_f64();
    match microseconds {
        0..1_000 => format!("{microseconds} µs"),
        1_000..10_000 => format!("{:.1} ms", seconds * 1e3),
        10_000..1_000_000 => format!("{:.0} ms", seconds * 1e3),
        1_000_000..10_000_000 => format!("{seconds:.1} s"),
        _ => format!("{seconds:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit_that_suits_its_size() {
        for (microseconds, expected) in [
            (0, "0 µs"),
            (999, "999 µs"),
            (1_500, "1.5 ms"),
            (15_400, "15 ms"),
            (1_500_000, "1.5 s"),
            (65_000_000, "65 s"),
        ] {
            let formatted = format_duration(Duration::from_micros(microseconds));
            assert_eq!(formatted, expected);
        }
    }
}
