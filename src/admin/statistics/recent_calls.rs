//! [`RecentCalls`]: the calls of each tool in the last 24 hours.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use toolwright::log::{LogEntry, LogFilter};
use toolwright_base::lock;
use toolwright_registry::CallHistory;

use super::histogram::Histogram;

/// How old the counts may be.
const LIFETIME: Duration = Duration::from_secs(5);
/// The largest number of records that are read: the newest ones count.
const MAX_RECORDS: usize = 200_000;
const HOURS: usize = 24;

/// The calls of a tool in the last 24 hours.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub(in crate::admin) struct ToolStatistics {
    calls: u64,
    errors: u64,
    /// The median of their times.
    p50_ms: Option<f64>,
    /// The calls of each hour, the latest last.
    buckets: [u64; HOURS],
}

/// The calls of each tool in the last 24 hours, read from the log when somebody asks and they are
/// not known.
#[derive(Debug)]
pub(in crate::admin) struct RecentCalls {
    reader: CallHistory,
    known: Mutex<KnownCalls>,
}

#[derive(Debug, Default)]
struct KnownCalls {
    read: Option<Instant>,
    tools: Arc<BTreeMap<String, ToolStatistics>>,
}

impl RecentCalls {
    /// Counts the calls in this log. Nothing is read yet.
    pub(in crate::admin) fn new(reader: CallHistory) -> Self {
        Self {
            reader,
            known: Mutex::default(),
        }
    }

    /// Returns the calls of a tool, as they were at the last [`refresh`](Self::refresh).
    pub(in crate::admin) fn of(&self, tool: &str) -> ToolStatistics {
        let tools = Arc::clone(&lock(&self.known).tools);
        tools.get(tool).cloned().unwrap_or_default()
    }

    /// Reads the log, unless that was done a moment ago.
    pub(in crate::admin) async fn refresh(&self) {
        {
            let mut known = lock(&self.known);
            if known.read.is_some_and(|read| read.elapsed() < LIFETIME) {
                return;
            }
            // Others who ask meanwhile do not read it too.
            known.read = Some(Instant::now());
        }
        let reader = self.reader.clone();
        let counted = tokio::task::spawn_blocking(move || count(&reader, Utc::now())).await;
        match counted {
            Ok(Ok(tools)) => lock(&self.known).tools = Arc::new(tools),
            Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Ok(Err(error)) => tracing::warn!("the execution log cannot be read: {error}"),
            Err(_) => {}
        }
    }
}

fn count(reader: &CallHistory, now: DateTime<Utc>) -> io::Result<BTreeMap<String, ToolStatistics>> {
    let filter = LogFilter {
        since: Some(now - TimeDelta::hours(HOURS as i64)),
        ..LogFilter::default()
    };
    let mut tools: BTreeMap<String, (ToolStatistics, Histogram)> = BTreeMap::new();
    for entry in reader.newest_first(filter)?.take(MAX_RECORDS) {
        let entry = entry?;
        if entry.is_begin() || entry.is_test {
            continue;
        }
        let (statistics, times) = tools.entry(entry.tool.clone()).or_default();
        statistics.add(&entry, now);
        times.add(entry.working_microseconds());
    }
    let finished = tools.into_iter().map(|(tool, (mut statistics, times))| {
        statistics.p50_ms = times.percentile(0.5);
        (tool, statistics)
    });
    Ok(finished.collect())
}

impl ToolStatistics {
    fn add(&mut self, entry: &LogEntry, now: DateTime<Utc>) {
        self.calls += 1;
        self.errors += u64::from(entry.has_failed());
        let age = usize::try_from((now - entry.time).num_hours()).unwrap_or(0);
        if let Some(bucket) = self.buckets.iter_mut().rev().nth(age) {
            *bucket += 1;
        }
    }
}
