//! `GET executions` and `GET executions/{id}`.

use std::{io, sync::Arc};

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::Deserialize;
use toolwright::{
    govern::NamePattern,
    log::{LogEntry, LogFilter, LogReader},
};
use toolwright_registry::{CallHistory, HistoryRecords};

use super::execution_view::{ExecutionItem, ExecutionView};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    log_reading::{self, read_blocking},
    operation::Operation,
    page::{Page, limit},
    problem::Problem,
    request::ApiRequest,
    rights::Requester,
    texts,
};

/// How many records are read for one page, matching or not. A page with fewer items than wanted has a
/// cursor.
const MAX_READ: usize = 100_000;
/// How long a record may have waited for the disk, and so stand after one that ended later.
const DISORDER: TimeDelta = TimeDelta::minutes(5);

/// Which calls are wanted.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ExecutionQuery {
    /// Only calls of this tool; `*` matches any characters.
    tool: Option<String>,
    /// Only calls of this caller or client; `*` matches any characters.
    caller: Option<String>,
    /// Only calls through this agent; `*` matches any characters.
    agent: Option<String>,
    /// Only calls with this outcome.
    outcome: Option<String>,
    /// Only calls that began at this time or later (RFC 3339, or an age such as `2h`).
    since: Option<String>,
    /// Only calls that began before this time.
    until: Option<String>,
    /// Only calls whose record has this text.
    q: Option<String>,
    /// The largest number of items: 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// Returns the operations that read calls.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/executions",
            "list_executions",
            "Lists calls, the newest first: an admin sees all, others their own.",
            |api, request| Box::pin(list(api, request)),
        )
        .query::<ExecutionQuery>()
        .answers::<Page<ExecutionItem>>(StatusCode::OK),
        Operation::get(
            "/executions/{id}",
            "read_execution",
            "Returns a call with its arguments and its result.",
            |api, request| Box::pin(read(api, request)),
        )
        .answers::<ExecutionView>(StatusCode::OK),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: ExecutionQuery = request.query()?;
    let limit = limit(query.limit)?;
    let cursor = query.cursor.as_deref().map(Cursor::parse).transpose()?;
    let filter = LogFilter {
        tool: query.tool.map(NamePattern::new),
        caller: query.caller.map(NamePattern::new),
        agent: query.agent.map(NamePattern::new),
        outcome: query.outcome,
        since: log_reading::time("since", query.since.as_deref())?,
        until: log_reading::time("until", query.until.as_deref())?,
        text: query.q.map(|text| text.to_lowercase()),
        ..LogFilter::default()
    };
    let (reader, caller) = (api.log.clone(), request.caller);
    let page = read_blocking(move || page(&reader, &filter, &caller, cursor, limit)).await?;
    answer::ok(&page)
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    let entry = find(&api, &request.caller, request.part("id")).await?;
    // The definition that the tool has now says whether its results are wrapped.
    let snapshot = api.services()?.catalog().snapshot();
    let tool = entry.tool.as_str();
    let definition = snapshot.tool(tool).map(|tool| tool.definition());
    answer::ok(&ExecutionView::of(&entry, definition))
}

/// Returns the call with this id.
///
/// # Errors
/// If there is none, or it is of another caller.
pub(super) async fn find(api: &Api, caller: &Requester, id: &str) -> Result<LogEntry, Problem> {
    let (reader, wanted) = (api.log.clone(), id.to_owned());
    // Another id is of no call, and looking for it would read the whole log.
    let found = match LogReader::has_time(id) {
        true => read_blocking(move || reader.find(&wanted)).await?,
        false => None,
    };
    found
        .and_then(|entry| caller.shown(entry))
        .ok_or_else(|| Problem::unknown(texts::no_execution, id))
}

fn page(
    reader: &CallHistory,
    filter: &LogFilter,
    caller: &Requester,
    cursor: Option<Cursor>,
    limit: usize,
) -> io::Result<Page<ExecutionItem>> {
    let mut page = Page::default();
    let mut wanted_time = LogFilter {
        since: filter.since,
        until: filter.until,
        ..LogFilter::default()
    };
    if let Some(cursor) = &cursor {
        // Calls that began after the one that the page begins after are on the pages before.
        let end = cursor.end.checked_add_signed(TimeDelta::microseconds(1));
        let end = end.unwrap_or(DateTime::<Utc>::MAX_UTC);
        wanted_time.until = Some(filter.until.map_or(end, |until| until.min(end)));
    }
    let mut records = reader.newest_first(wanted_time)?;
    if let Some(cursor) = cursor {
        cursor.skip(&mut records)?;
    }
    for _ in 0..MAX_READ {
        let Some(entry) = records.next().transpose()? else {
            page.next = None;
            return Ok(page);
        };
        page.next = Some(Cursor::of(&entry).to_string());
        if let Some(entry) = caller.shown(entry)
            && filter.matches(&entry)
        {
            page.items.push(ExecutionItem::of(&entry));
        }
        if page.items.len() == limit {
            break;
        }
    }
    Ok(page)
}

/// The call that a page begins after.
#[derive(Debug, PartialEq, Eq)]
struct Cursor {
    end: DateTime<Utc>,
    id: String,
}

impl Cursor {
    fn of(entry: &LogEntry) -> Self {
        Self {
            end: entry.end,
            id: entry.id.clone(),
        }
    }

    fn parse(text: &str) -> Result<Self, Problem> {
        let parts = text.split_once('_');
        let cursor = parts.and_then(|(end, id)| {
            let end = DateTime::from_timestamp_micros(end.parse().ok()?)?;
            let id = id.to_owned();
            Some(Self { end, id })
        });
        let wrong = || Problem::bad_request(texts::invalid_cursor());
        cursor.ok_or_else(wrong)
    }

    /// Reads up to the call itself, or past its time if it is not there any more.
    fn skip(&self, records: &mut HistoryRecords) -> io::Result<()> {
        for entry in records.by_ref() {
            let entry = entry?;
            if entry.id == self.id || self.end.signed_duration_since(entry.end) > DISORDER {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}_{}", self.end.timestamp_micros(), self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        let cursor = Cursor {
            end: "2026-11-15T12:00:00.000001Z".parse().unwrap(),
            id: "018b-7".into(),
        };
        assert_eq!(Cursor::parse(&cursor.to_string()).unwrap(), cursor);
        for wrong in ["", "x", "1", "_", "x_y", "99999999999999999999_a"] {
            assert_eq!(Cursor::parse(wrong).unwrap_err().status(), 400, "{wrong}");
        }
    }
}
