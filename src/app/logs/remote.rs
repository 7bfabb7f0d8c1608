//! `toolwright logs` of a server elsewhere.

use std::{collections::HashSet, io, time::Duration};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use toolwright::{
    cli::{Failure, output},
    log::LogEntry,
};

use super::call_printer::CallPrinter;
use crate::app::remote::{MAX_ITEMS, RemoteServer};

/// How often a server is asked for new calls.
const INTERVAL: Duration = Duration::from_secs(1);
/// New calls are searched among those that began at most so long ago.
const MAX_CALL_TIME: TimeDelta = TimeDelta::days(1);
/// The calls of a page.
const PAGE: usize = 100;

/// Which calls are shown, and how.
pub(super) struct Selection<'a> {
    pub(super) tool: Option<&'a str>,
    pub(super) caller: Option<&'a str>,
    pub(super) agent: Option<&'a str>,
    pub(super) since: Option<DateTime<Utc>>,
    pub(super) failed: bool,
    pub(super) limit: usize,
    pub(super) json: bool,
}

impl Selection<'_> {
    /// Returns the query of a page of these calls.
    fn query(&self) -> Vec<(&'static str, String)> {
        let since = |since: DateTime<Utc>| since.to_rfc3339_opts(SecondsFormat::Micros, true);
        let pairs = [
            ("limit", Some(PAGE.to_string())),
            ("tool", self.tool.map(ToOwned::to_owned)),
            ("caller", self.caller.map(ToOwned::to_owned)),
            ("agent", self.agent.map(ToOwned::to_owned)),
            ("since", self.since.map(since)),
        ];
        let given = pairs.into_iter();
        given
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }
}

/// Shows one call in full.
pub(super) async fn one(server: &RemoteServer, id: &str) -> Result<(), Failure> {
    let call = server.get(&["executions", id], &[]).await?;
    Ok(output::print_json(&call)?)
}

/// Shows the latest calls.
pub(super) async fn list(server: &RemoteServer, selection: &Selection<'_>) -> Result<(), Failure> {
    let items = latest(server, selection, &mut HashSet::new()).await?;
    if items.is_empty() {
        output::notice("the log has no such call");
    }
    print(&items, selection.json)
}

/// Shows the latest calls, and new ones as they are logged.
pub(super) async fn follow(
    server: &RemoteServer,
    selection: &Selection<'_>,
) -> Result<(), Failure> {
    let mut known = HashSet::new();
    let mut items = latest(server, selection, &mut known).await?;
    // All new ones are shown, however many there are.
    let following = Selection {
        limit: usize::MAX,
        since: selection
            .since
            .max(Utc::now().checked_sub_signed(MAX_CALL_TIME)),
        ..*selection
    };
    loop {
        print(&items, selection.json)?;
        tokio::time::sleep(INTERVAL).await;
        items = latest(server, &following, &mut known).await?;
    }
}

/// Returns the calls that are wanted, the latest last, up to one that is known. All that were seen
/// are known then.
async fn latest(
    server: &RemoteServer,
    selection: &Selection<'_>,
    known: &mut HashSet<String>,
) -> Result<Vec<Value>, Failure> {
    let (mut items, mut cursor, seen) = (Vec::new(), None::<String>, known.len());
    'pages: loop {
        let mut query = selection.query();
        query.extend(cursor.map(|cursor| ("cursor", cursor)));
        let query: Vec<_> = query
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let mut page = server.get(&["executions"], &query).await?;
        if page["items"].as_array().is_none_or(Vec::is_empty) {
            break;
        }
        for item in page["items"].as_array_mut().into_iter().flatten() {
            let id = item["id"].as_str().unwrap_or_default();
            if items.len() == selection.limit || !known.insert(id.to_owned()) {
                break 'pages;
            }
            if !selection.failed || has_failed(item) {
                items.push(item.take());
            }
        }
        match page["next"].take() {
            // A list that does not end would be followed for ever.
            Value::String(_) if known.len() > seen + MAX_ITEMS => {
                return Err(server.endless().into());
            }
            Value::String(next) => cursor = Some(next),
            _ => break,
        }
    }
    items.reverse();
    Ok(items)
}

fn has_failed(item: &Value) -> bool {
    entry(item).is_ok_and(|entry| entry.has_failed())
}

fn print(items: &[Value], as_json: bool) -> Result<(), Failure> {
    let mut printer = CallPrinter::new(as_json);
    for item in items {
        let mut record = entry(item)?;
        if as_json {
            record.line = item.to_string();
        }
        printer.line(&record)?;
    }
    Ok(printer.end()?)
}

/// Returns the record of a call in a list, which is without its arguments and its result.
fn entry(item: &Value) -> io::Result<LogEntry> {
    let seconds = item["elapsed_ms"].as_f64().unwrap_or_default() / 1000.0;
    let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let record = json!({
        "id": item["id"],
        "time": item["at"],
        "tool": item["tool"],
        "caller": item["caller"],
        "outcome": item["outcome"],
        "elapsed_us": u64::try_from(elapsed.as_micros()).unwrap_or_default(),
    });
    let unreadable = || io::Error::other("a call of the server cannot be read");
    LogEntry::parse(record.to_string().into_bytes()).ok_or_else(unreadable)
}
