//! [`Tally`]: counts of many calls, by time, tool, caller and outcome.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use toolwright::log::LogEntry;

use super::histogram::Histogram;

/// How many tools and callers are counted one by one. The others are counted in the sums.
const MAX_NAMES: usize = 10_000;

/// The calls of one bucket, tool or caller.
#[derive(Debug, Clone, Default)]
pub(super) struct Count {
    pub(super) calls: u64,
    pub(super) errors: u64,
    /// How long they took, without the time in which they waited for people.
    pub(super) times: Histogram,
}

/// Counts of many calls.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// All calls together.
    pub(super) total: Count,
    pub(super) buckets: BTreeMap<i64, Count>,
    pub(super) tools: BTreeMap<String, Count>,
    pub(super) callers: BTreeMap<String, Count>,
    pub(super) outcomes: BTreeMap<String, u64>,
    /// How long calls waited for people, of those that did.
    pub(super) waits: Histogram,
    /// Whether there were more calls than are counted.
    pub(super) is_cut: bool,
}

impl Tally {
    /// Counts a call. `seconds` is the length of a bucket.
    pub(super) fn add(&mut self, entry: &LogEntry, seconds: i64) {
        self.total.add(entry);
        let bucket = start_of(entry.time, seconds);
        self.buckets.entry(bucket).or_default().add(entry);
        if let Some(count) = slot(&mut self.tools, &entry.tool) {
            count.add(entry);
        }
        let caller = entry.caller.as_deref().unwrap_or_default();
        if let Some(count) = slot(&mut self.callers, caller) {
            count.add(entry);
        }
        if entry.waited_microseconds() > 0 {
            self.waits.add(entry.waited_microseconds());
        }
        *self.outcomes.entry(entry.outcome.clone()).or_default() += 1;
    }
}

impl Count {
    fn add(&mut self, entry: &LogEntry) {
        self.calls += 1;
        self.errors += u64::from(entry.has_failed());
        self.times.add(entry.working_microseconds());
    }
}

/// Returns the second at which the bucket of a time begins.
pub(super) fn start_of(time: DateTime<Utc>, seconds: i64) -> i64 {
    let at = time.timestamp();
    at - at.rem_euclid(seconds)
}

fn slot<'a>(counts: &'a mut BTreeMap<String, Count>, name: &str) -> Option<&'a mut Count> {
    if counts.len() >= MAX_NAMES && !counts.contains_key(name) {
        return None;
    }
    Some(counts.entry(name.to_owned()).or_default())
}
