//! [`LogFilter`]: the records that a reader wants; [`Since`]: how far back.

use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};

use super::lines::LogEntry;
use crate::core::NamePattern;

/// How long a record may have waited for the disk, and so come after one of a later call.
const MAX_WAIT: TimeDelta = TimeDelta::minutes(5);

/// Selects records. The default selects all.
#[derive(Debug, Clone, Default)]
pub struct LogFilter {
    /// The pattern of the tool's name.
    pub tool: Option<NamePattern>,
    /// Only failed calls.
    pub failed: bool,
    /// Only calls that began and did not end.
    pub unfinished: bool,
    /// Only calls that began at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Only calls that began before this time.
    pub until: Option<DateTime<Utc>>,
    /// Only calls with this outcome.
    pub outcome: Option<String>,
    /// Only calls whose record has this text, in lower case.
    pub text: Option<String>,
    /// The pattern of the caller's name, or of the calling program's.
    pub caller: Option<NamePattern>,
    /// The pattern of the agent's name.
    pub agent: Option<NamePattern>,
    /// The record with this id alone.
    pub id: Option<String>,
}

impl LogFilter {
    /// Whether a record is selected.
    pub fn matches(&self, entry: &LogEntry) -> bool {
        let is_called_by = |pattern: &NamePattern| {
            let names = [entry.caller.as_deref(), entry.client.as_deref()];
            names
                .into_iter()
                .flatten()
                .any(|name| pattern.matches(name))
        };
        let is_through = |pattern: &NamePattern| {
            let agent = entry.agent.as_deref();
            agent.is_some_and(|agent| pattern.matches(agent))
        };
        let has = |text: &String| entry.line.to_lowercase().contains(text.as_str());
        self.since.is_none_or(|since| entry.time >= since)
            && self.until.is_none_or(|until| entry.time < until)
            && self
                .outcome
                .as_ref()
                .is_none_or(|outcome| entry.outcome == *outcome)
            && (!self.failed || entry.has_failed())
            && (!self.unfinished || entry.is_begin())
            && self
                .tool
                .as_ref()
                .is_none_or(|tool| tool.matches(&entry.tool))
            && self.caller.as_ref().is_none_or(is_called_by)
            && self.agent.as_ref().is_none_or(is_through)
            && self.id.as_ref().is_none_or(|id| entry.id == *id)
            && self.text.as_ref().is_none_or(has)
    }

    /// Whether all records before this one are too old.
    pub(super) fn is_past(&self, entry: &LogEntry) -> bool {
        self.since.is_some_and(|since| entry.end + MAX_WAIT < since)
    }
}

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

    fn entry() -> LogEntry {
        let line = br#"{"id":"018b-7","time":"2026-11-15T12:00:00.000001Z","tool":"get_user","caller":"10.0.0.7","client":"claude/1.0","agent":"helper","outcome":"failed","elapsed_us":60000000}"#;
        LogEntry::parse(line.to_vec()).unwrap()
    }

    fn time(text: &str) -> Option<DateTime<Utc>> {
        Some(text.parse().unwrap())
    }

    fn fits(change: impl FnOnce(&mut LogFilter)) -> bool {
        let mut filter = LogFilter::default();
        change(&mut filter);
        filter.matches(&entry())
    }

    #[test]
    fn every_condition_must_match() {
        let pattern = |text: &str| Some(NamePattern::new(text));
        assert!(fits(|_| {}));
        assert!(fits(|filter| filter.tool = pattern("get_*")));
        assert!(!fits(|filter| filter.tool = pattern("get")));
        assert!(fits(|filter| filter.failed = true));
        assert!(fits(|filter| filter.caller = pattern("10.*")));
        assert!(fits(|filter| filter.caller = pattern("claude/*")));
        assert!(!fits(|filter| filter.caller = pattern("cursor*")));
        assert!(fits(|filter| filter.agent = pattern("help*")));
        assert!(!fits(|filter| filter.agent = pattern("claude/1.0")));
        assert!(fits(|filter| filter.id = Some("018b-7".into())));
        assert!(!fits(|filter| filter.id = Some("018b".into())));
        assert!(fits(|filter| filter.since = time("2026-11-15T12:00:00Z")));
        assert!(!fits(|filter| filter.since = time("2026-11-15T12:00:01Z")));
        assert!(fits(|filter| filter.until = time("2026-11-15T12:00:01Z")));
        assert!(!fits(|filter| filter.until = time("2026-11-15T12:00:00Z")));
        assert!(fits(|filter| filter.outcome = Some("failed".into())));
        assert!(!fits(|filter| filter.outcome = Some("ok".into())));
        assert!(fits(|filter| filter.text = Some("claude".into())));
        assert!(!fits(|filter| filter.text = Some("cursor".into())));
        assert!(!fits(|filter| {
            filter.tool = pattern("get_*");
            filter.id = Some("no".into());
        }));
    }

    #[test]
    fn a_call_that_asks_a_person_or_has_not_ended_has_not_failed() {
        for (outcome, failed) in [
            ("ok", false),
            ("input_required", false),
            ("begun", false),
            ("denied", true),
        ] {
            let outcome = outcome.to_owned();
            let entry = LogEntry { outcome, ..entry() };
            assert_eq!(entry.has_failed(), failed);
        }
    }

    #[test]
    fn older_records_are_not_read() {
        let since = |text| LogFilter {
            since: time(text),
            ..LogFilter::default()
        };
        // The call ended at 12:01.
        assert!(!since("2026-11-15T12:05:59Z").is_past(&entry()));
        assert!(since("2026-11-15T12:06:01Z").is_past(&entry()));
        assert!(!LogFilter::default().is_past(&entry()));
    }

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
