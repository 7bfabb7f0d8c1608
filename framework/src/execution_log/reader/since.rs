//! [`Since`]: a point in time, as a person writes it.

use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};

/// A point in time: a duration ago, a date, or a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// `30m`, `2h`, `1d12h`.
    Ago(TimeDelta),
    /// `2026-11-15`, `2026-11-15T08:30`, `2026-11-15T08:30:00+01:00`; in UTC without an offset.
    At(DateTime<Utc>),
}

impl Since {
    /// Returns the time, relative to `now`.
    pub fn time(self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Ago(span) => now.checked_sub_signed(span).unwrap_or(DateTime::UNIX_EPOCH),
            Self::At(time) => time,
        }
    }
}

impl FromStr for Since {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        span(text)
            .map(Self::Ago)
            .or_else(|| time(text).map(Self::At))
            .ok_or_else(|| {
                "expected a duration (`30m`, `2h`, `3d`), a date (`2026-11-15`) or a time (`2026-11-15T08:30:00Z`)"
                    .to_owned()
            })
    }
}

/// Parses numbers with units, such as `1d12h`, and adds them up.
fn span(text: &str) -> Option<TimeDelta> {
    let mut rest = text;
    let mut total = TimeDelta::zero();
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let number: i64 = rest[..digits].parse().ok()?;
        let seconds = match rest[digits..].chars().next()? {
            's' => 1,
            'm' => 60,
            'h' => 3600,
            'd' => 24 * 3600,
            'w' => 7 * 24 * 3600,
            _ => return None,
        };
        let span = TimeDelta::try_seconds(number.checked_mul(seconds)?)?;
        total = total.checked_add(&span)?;
        rest = &rest[digits + 1..];
    }
    (!text.is_empty()).then_some(total)
}

fn time(text: &str) -> Option<DateTime<Utc>> {
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Some(time.to_utc());
    }
    let text = text.trim_end_matches('Z').replace(' ', "T");
    let formats = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
    formats
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())
        .or_else(|| {
            let day = NaiveDate::parse_from_str(&text, "%Y-%m-%d").ok()?;
            day.and_hms_opt(0, 0, 0)
        })
        .map(|time| time.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Option<String> {
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        let since: Since = text.parse().ok()?;
        Some(since.time(now).format("%Y-%m-%dT%H:%M:%S").to_string())
    }

    #[test]
    fn durations_dates_and_times_are_parsed() {
        for (text, expected) in [
            ("90s", "2026-11-15T11:58:30"),
            ("30m", "2026-11-15T11:30:00"),
            ("2h", "2026-11-15T10:00:00"),
            ("3d", "2026-11-12T12:00:00"),
            ("1w", "2026-11-08T12:00:00"),
            ("1d12h", "2026-11-14T00:00:00"),
            ("0s", "2026-11-15T12:00:00"),
            ("999999999w", "1970-01-01T00:00:00"),
            ("2026-11-14", "2026-11-14T00:00:00"),
            ("2026-11-14T08:30", "2026-11-14T08:30:00"),
            ("2026-11-14 08:30:15", "2026-11-14T08:30:15"),
            ("2026-11-14T08:30:15.5Z", "2026-11-14T08:30:15"),
            ("2026-11-14T08:30:15+02:00", "2026-11-14T06:30:15"),
        ] {
            assert_eq!(moment(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "2",
            "h",
            "2 h",
            "2x",
            "-2h",
            "2h3",
            "2026-13-01",
            "yesterday",
            "99999999999999999999s",
            "é",
            "2é",
        ] {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
