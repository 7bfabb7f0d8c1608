//! [`FileName`]: the day of a file, and its number among the files of that day.

use std::{fmt, str::FromStr as _};

use chrono::{DateTime, NaiveDate, Utc};

/// The suffix of the file that keeps the incomplete lines cut off from another.
pub(super) const TORN: &str = ".torn";

const PREFIX: &str = "executions-";
const SUFFIX: &str = ".jsonl";

/// Returns the day of a time, in UTC.
pub(super) fn day_of(time: DateTime<Utc>) -> NaiveDate {
    time.date_naive()
}

/// `executions-2026-11-15.jsonl`, or `executions-2026-11-15.2.jsonl` for the second process that
/// writes on that day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileName {
    pub(super) day: NaiveDate,
    /// The number of the writing process, from 1 on.
    pub(super) slot: u32,
}

impl FileName {
    /// Parses a name exactly as [`FileName`] writes it. Other files do not belong to the log.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let inner = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
        let (day, slot) = match inner.split_once('.') {
            Some((day, slot)) => (day, slot.parse().ok()?),
            None => (inner, 1),
        };
        let parsed = Self {
            day: NaiveDate::from_str(day).ok()?,
            slot,
        };
        (parsed.to_string() == name).then_some(parsed)
    }

    /// Parses the name of a file of the log, or of the file beside it with the suffix [`TORN`].
    pub(super) fn parse_with_torn(name: &str) -> Option<Self> {
        Self::parse(name.strip_suffix(TORN).unwrap_or(name))
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = self.day.format("%Y-%m-%d");
        match self.slot {
            1 => write!(f, "{PREFIX}{day}{SUFFIX}"),
            slot => write!(f, "{PREFIX}{day}.{slot}{SUFFIX}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_name_has_the_day_and_the_slot_after_the_first() {
        let day = date("2026-11-05");
        for (slot, name) in [
            (1, "executions-2026-11-05.jsonl"),
            (2, "executions-2026-11-05.2.jsonl"),
            (37, "executions-2026-11-05.37.jsonl"),
        ] {
            let parsed = FileName { day, slot };
            assert_eq!(parsed.to_string(), name);
            assert_eq!(FileName::parse(name), Some(parsed));
        }
    }

    #[test]
    fn a_name_that_differs_from_ours_does_not_belong_to_the_log() {
        for name in [
            "executions.jsonl",
            "executions-2026-11-5.jsonl",
            "executions-2026-13-05.jsonl",
            "executions-2026-11-05.1.jsonl",
            "executions-2026-11-05.02.jsonl",
            "executions-2026-11-05.0.jsonl.gz",
            "executions-2026-11-05.x.jsonl",
            "executions-2026-11-05.-2.jsonl",
            "executions-2026-11-05.+2.jsonl",
            "executions-+2026-11-05.jsonl",
            " executions-2026-11-05.jsonl",
            "executions-2026-11-05.jsonl.torn",
            "executions-2026-11-05.json",
        ] {
            assert_eq!(FileName::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_file_of_torn_lines_belongs_to_its_log_file() {
        let name = FileName::parse_with_torn("executions-2026-11-05.3.jsonl.torn").unwrap();
        assert_eq!((name.day, name.slot), (date("2026-11-05"), 3));
        assert_eq!(
            FileName::parse_with_torn("executions-2026-11-05.jsonl.torn.torn"),
            None
        );
    }

    #[test]
    fn the_day_is_that_of_utc() {
        let late: DateTime<Utc> = "2026-11-15T23:30:00-02:00".parse().unwrap();
        assert_eq!(day_of(late), date("2026-11-16"));
    }
}
