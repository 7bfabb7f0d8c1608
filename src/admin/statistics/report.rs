//! `GET statistics`: calls by time, tool, caller and outcome.

use std::{collections::BTreeMap, io, sync::Arc};

use axum::http::StatusCode;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::{govern::NamePattern, log::LogFilter};
use toolwright_registry::CallHistory;

use super::tally::{Count, Tally, start_of};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    log_reading::{self, read_blocking},
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Requester,
    texts,
};

/// The largest number of records that are read: the newest ones count.
const MAX_RECORDS: usize = 500_000;
/// How many buckets an answer has.
const MAX_BUCKETS: i64 = 2_000;

/// Which calls are counted, and how.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct StatisticsQuery {
    /// The first time (RFC 3339, or an age such as `2h`). The default is a day ago.
    since: Option<String>,
    /// The time that is not counted any more. The default is now.
    until: Option<String>,
    /// The length of a bucket. The default is `hour`.
    bucket: Option<Bucket>,
    /// Only calls of this tool; `*` matches any characters.
    tool: Option<String>,
    /// Only calls of this caller or client; `*` matches any characters.
    caller: Option<String>,
}

/// The length of a bucket.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Bucket {
    Minute,
    #[default]
    Hour,
    Day,
}

/// Calls by time, tool, caller and outcome. Trial runs are not counted.
#[derive(Debug, Serialize, JsonSchema)]
struct Statistics {
    /// All calls together. Percentiles of buckets cannot be added up.
    total: CountView,
    buckets: Vec<BucketView>,
    tools: Vec<ToolCount>,
    callers: Vec<CallerCount>,
    outcomes: BTreeMap<String, u64>,
    /// The calls that waited for a person or for the client.
    waiting: WaitingView,
    /// The calls that run now. 0 for others than admins.
    running: u64,
    /// The calls that wait for a concurrency limit now. 0 for others than admins.
    queued: u64,
    /// Whether only the newest calls were counted, because there are too many.
    is_cut: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct BucketView {
    at: String,
    #[serde(flatten)]
    count: CountView,
    /// Not in the log: `/metrics` has it.
    overhead_p50_ms: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ToolCount {
    tool: String,
    #[serde(flatten)]
    count: CountView,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CallerCount {
    caller: String,
    calls: u64,
    errors: u64,
}

/// Calls that waited for answers, and how long.
#[derive(Debug, Serialize, JsonSchema)]
struct WaitingView {
    calls: u64,
    p50_ms: Option<f64>,
    p95_ms: Option<f64>,
}

/// Calls, and the percentiles of their times, without the time in which they waited for answers.
#[derive(Debug, Serialize, JsonSchema)]
struct CountView {
    calls: u64,
    errors: u64,
    p50_ms: Option<f64>,
    p95_ms: Option<f64>,
    p99_ms: Option<f64>,
}

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let read = Operation::get(
        "/statistics",
        "read_statistics",
        "Counts calls by time, tool, caller and outcome: an admin's all, others' their own.",
        |api, request| Box::pin(read(api, request)),
    );
    vec![
        read.query::<StatisticsQuery>()
            .answers::<Statistics>(StatusCode::OK),
    ]
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: StatisticsQuery = request.query()?;
    let now = Utc::now();
    let until = log_reading::time("until", query.until.as_deref())?.unwrap_or(now);
    let since = log_reading::time("since", query.since.as_deref())?;
    let day_before = until.checked_sub_signed(TimeDelta::days(1));
    let since = since.or(day_before).unwrap_or(DateTime::<Utc>::MIN_UTC);
    let seconds = query.bucket.unwrap_or_default().seconds();
    let starts = starts(since, until, seconds)?;
    let filter = LogFilter {
        tool: query.tool.map(NamePattern::new),
        caller: query.caller.map(NamePattern::new),
        since: Some(since),
        until: Some(until),
        ..LogFilter::default()
    };
    let (reader, caller) = (api.log.clone(), request.caller);
    let is_admin = caller.is_admin();
    let tally = read_blocking(move || count(&reader, filter, &caller, seconds)).await?;
    let load = api.executor()?.load().unwrap_or_default();
    answer::ok(&Statistics {
        total: CountView::of(&tally.total),
        buckets: buckets(&tally, starts),
        tools: tools(tally.tools),
        callers: callers(tally.callers),
        waiting: WaitingView {
            calls: tally.waits.count(),
            p50_ms: tally.waits.percentile(0.5),
            p95_ms: tally.waits.percentile(0.95),
        },
        outcomes: tally.outcomes,
        running: if is_admin { load.running } else { 0 },
        queued: if is_admin { load.queued } else { 0 },
        is_cut: tally.is_cut,
    })
}

/// Returns the seconds at which buckets begin.
fn starts(since: DateTime<Utc>, until: DateTime<Utc>, seconds: i64) -> Result<Vec<i64>, Problem> {
    let (first, end) = (start_of(since, seconds), until.timestamp());
    let count = end.saturating_sub(first) / seconds;
    if count >= MAX_BUCKETS {
        let why = texts::too_many_buckets(MAX_BUCKETS);
        return Err(Problem::bad_request(why.clone()).at("?bucket", why));
    }
    let mut starts = Vec::new();
    let mut start = first;
    while start < end {
        starts.push(start);
        start += seconds;
    }
    Ok(starts)
}

fn count(
    reader: &CallHistory,
    filter: LogFilter,
    caller: &Requester,
    seconds: i64,
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mut records = reader.newest_first(filter)?;
    for entry in records.by_ref().take(MAX_RECORDS) {
        let entry = entry?;
        if !entry.is_begin()
            && !entry.is_test
            && let Some(entry) = caller.shown(entry)
        {
            tally.add(&entry, seconds);
        }
    }
    tally.is_cut = records.next().is_some();
    Ok(tally)
}

fn buckets(tally: &Tally, starts: Vec<i64>) -> Vec<BucketView> {
    let empty = Count::default();
    let view = |start: i64| BucketView {
        at: DateTime::from_timestamp(start, 0)
            .unwrap_or_default()
            .to_rfc3339_opts(SecondsFormat::Secs, true),
        count: CountView::of(tally.buckets.get(&start).unwrap_or(&empty)),
        overhead_p50_ms: None,
    };
    starts.into_iter().map(view).collect()
}

/// Returns the counts of tools, the most used first.
fn tools(counts: BTreeMap<String, Count>) -> Vec<ToolCount> {
    let counts = counts.into_iter();
    let mut tools: Vec<_> = counts
        .map(|(tool, count)| ToolCount {
            tool,
            count: CountView::of(&count),
        })
        .collect();
    tools.sort_by_key(|tool| std::cmp::Reverse(tool.count.calls));
    tools
}

/// Returns the counts of callers, the most active first.
fn callers(counts: BTreeMap<String, Count>) -> Vec<CallerCount> {
    let counts = counts.into_iter();
    let mut callers: Vec<_> = counts
        .map(|(caller, count)| CallerCount {
            caller,
            calls: count.calls,
            errors: count.errors,
        })
        .collect();
    callers.sort_by_key(|caller| std::cmp::Reverse(caller.calls));
    callers
}

impl CountView {
    fn of(count: &Count) -> Self {
        Self {
            calls: count.calls,
            errors: count.errors,
            p50_ms: count.times.percentile(0.5),
            p95_ms: count.times.percentile(0.95),
            p99_ms: count.times.percentile(0.99),
        }
    }
}

impl Bucket {
    const fn seconds(self) -> i64 {
        match self {
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }
}
