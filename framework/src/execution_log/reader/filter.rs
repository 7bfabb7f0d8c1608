//! [`Filter`]: selects records.

use chrono::{DateTime, TimeDelta, Utc};

use super::entry::Entry;
use crate::core::NamePattern;

/// How long a record may have waited for the disk, and so come after one of a later call.
const LONGEST_WAIT: TimeDelta = TimeDelta::minutes(5);

/// Selects records. The default selects all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
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
    /// The record with this id alone.
    pub id: Option<String>,
}

impl Filter {
    /// Whether a record is selected.
    pub fn matches(&self, entry: &Entry) -> bool {
        let is_called_by = |pattern: &NamePattern| {
            let names = [entry.caller.as_deref(), entry.client.as_deref()];
            names
                .into_iter()
                .flatten()
                .any(|name| pattern.matches(name))
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
            && self.id.as_ref().is_none_or(|id| entry.id == *id)
            && self.text.as_ref().is_none_or(has)
    }

    /// Whether all records before this one are too old.
    pub(super) fn is_past(&self, entry: &Entry) -> bool {
        self.since
            .is_some_and(|since| entry.end + LONGEST_WAIT < since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let line = br#"{"id":"018b-7","time":"2026-11-15T12:00:00.000001Z","tool":"get_user","caller":"10.0.0.7","client":"claude/1.0","outcome":"failed","elapsed_us":60000000}"#;
        Entry::parse(line.to_vec()).unwrap()
    }

    fn time(text: &str) -> Option<DateTime<Utc>> {
        Some(text.parse().unwrap())
    }

    fn fits(change: impl FnOnce(&mut Filter)) -> bool {
        let mut filter = Filter::default();
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
            let entry = Entry { outcome, ..entry() };
            assert_eq!(entry.has_failed(), failed);
        }
    }

    #[test]
    fn older_records_are_not_read() {
        let since = |text| Filter {
            since: time(text),
            ..Filter::default()
        };
        // The call ended at 12:01.
        assert!(!since("2026-11-15T12:05:59Z").is_past(&entry()));
        assert!(since("2026-11-15T12:06:01Z").is_past(&entry()));
        assert!(!Filter::default().is_past(&entry()));
    }
}
