//! Parses dates, which every service writes differently.

use chrono::{DateTime, NaiveDate, NaiveDateTime};

/// Returns the day of a date, such as `2026-01-31`.
pub(super) fn day(text: &str) -> Option<String> {
    let text = text.trim();
    let aware =
        || DateTime::parse_from_rfc3339(text).or_else(|_| DateTime::parse_from_rfc2822(text));
    let naive = |form: &str| NaiveDateTime::parse_from_str(text, form);
    let day = aware()
        .map(|time| time.date_naive())
        .or_else(|_| naive("%Y-%m-%dT%H:%M:%S%.f").map(|time| time.date()))
        .or_else(|_| naive("%Y-%m-%d %H:%M:%S%.f").map(|time| time.date()))
        .or_else(|_| NaiveDate::parse_from_str(text, "%Y-%m-%d"))
        .ok()?;
    Some(day.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_parsed_in_every_form() {
        for text in [
            "2026-01-31",
            "2026-01-31T00:00:00",
            "2026-01-31T23:59:59.123456",
            "2026-01-31 08:00:00",
            "2026-01-31T12:00:00Z",
            "2026-01-31T12:00:00+09:00",
            "Sat, 31 Jan 2026 12:00:00 GMT",
        ] {
            assert_eq!(day(text).as_deref(), Some("2026-01-31"), "{text}");
        }
        for text in ["", "yesterday", "2 days ago", "2026-13-01", "31/01/2026"] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
