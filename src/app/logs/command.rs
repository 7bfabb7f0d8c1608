//! The command `toolwright logs` itself: its arguments, and which records it reads.

use std::{collections::HashSet, io, path::PathBuf, time::Duration};

use clap::Args;
use tokio::task::block_in_place;
use toolwright::{
    cli::{Failure, output},
    govern::NamePattern,
    log::{LogEntry, LogFilter, LogReader, Since, Skipped},
};
use toolwright_registry::CallHistory;

use super::{call_printer::CallPrinter, remote};
use crate::app::remote::{Remote, RemoteArguments};

/// How many calls are shown by default.
const DEFAULT_LIMIT: usize = 100;
/// How many earlier calls `--follow` shows by default.
const DEFAULT_LIMIT_BEFORE: usize = 10;
/// How often the files are read while they are followed.
const INTERVAL: Duration = Duration::from_millis(200);
/// How often the calls of all servers are read, and the latest of how many.
const SHARED_INTERVAL: Duration = Duration::from_secs(1);
const SHARED_LATEST: usize = 1000;

/// Show the calls in the execution log, the latest last
#[derive(Debug, Args)]
pub(in crate::app) struct LogsArguments {
    /// Only calls of this tool; `*` matches any characters
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Only failed calls
    #[arg(long)]
    failed: bool,
    /// Only calls that began and did not end: they are running, or the server was killed
    #[arg(long, conflicts_with_all = ["failed", "follow"])]
    unfinished: bool,
    /// Only calls since then: an age (30m, 2h, 3d), a date, or a time (UTC unless it has an offset)
    #[arg(long, value_name = "TIME")]
    since: Option<Since>,
    /// Only calls of this caller or client; `*` matches any characters
    #[arg(long, value_name = "NAME")]
    caller: Option<String>,
    /// Only calls through this agent; `*` matches any characters
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Show one call in full, with its output
    #[arg(long, value_name = "ID", conflicts_with_all = ["tool", "failed", "unfinished", "since", "caller", "agent", "limit", "follow"])]
    id: Option<String>,
    /// The largest number of calls, 0 for all [default: 100; with --follow, 10; with --since, all]
    #[arg(long, short = 'n', value_name = "N")]
    limit: Option<usize>,
    /// Keep running and show new calls
    #[arg(long, short)]
    follow: bool,
    /// Print the records as they are, one JSON object per line
    #[arg(long)]
    json: bool,
    /// Folder of the log, for instance that of a server of your own [default: TOOLWRIGHT_LOG_DIR]
    #[arg(long, conflicts_with = "url")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    remote: RemoteArguments,
}

impl LogsArguments {
    fn selection(&self) -> Result<remote::Selection<'_>, Failure> {
        if self.unfinished {
            let why = "`--unfinished` reads the log itself: run it where the server runs";
            return Err(Failure::because(why));
        }
        let now = std::time::SystemTime::now().into();
        Ok(remote::Selection {
            tool: self.tool.as_deref(),
            caller: self.caller.as_deref(),
            agent: self.agent.as_deref(),
            since: self.since.map(|since| since.time(now)),
            failed: self.failed,
            limit: self.limit(),
            json: self.json,
        })
    }

    fn filter(&self) -> LogFilter {
        let now = std::time::SystemTime::now().into();
        LogFilter {
            tool: self.tool.clone().map(NamePattern::new),
            failed: self.failed,
            unfinished: self.unfinished,
            since: self.since.map(|since| since.time(now)),
            caller: self.caller.clone().map(NamePattern::new),
            agent: self.agent.clone().map(NamePattern::new),
            ..LogFilter::default()
        }
    }

    fn limit(&self) -> usize {
        match self.limit {
            Some(0) => usize::MAX,
            Some(limit) => limit,
            None if self.since.is_some() => usize::MAX,
            None if self.follow => DEFAULT_LIMIT_BEFORE,
            None => DEFAULT_LIMIT,
        }
    }
}

/// Shows the calls in a log, or of a server elsewhere.
pub(in crate::app) async fn run(
    elsewhere: &Remote,
    history: CallHistory,
    arguments: LogsArguments,
) -> Result<(), Failure> {
    let history = match &arguments.folder {
        Some(folder) => CallHistory::new(LogReader::new(folder), None),
        None => history,
    };
    let server = match arguments.folder {
        Some(_) => None,
        None => elsewhere.server(&arguments.remote)?,
    };
    let shown = match (server, &arguments.id) {
        (Some(server), Some(id)) => remote::one(&server, id).await,
        (Some(server), None) if arguments.follow => {
            remote::follow(&server, &arguments.selection()?).await
        }
        (Some(server), None) => remote::list(&server, &arguments.selection()?).await,
        (None, Some(id)) => one(&history, id, arguments.json),
        (None, None) if arguments.follow && history.is_shared() => {
            follow_all(&history, &arguments).await
        }
        (None, None) if arguments.follow => follow(history.files(), &arguments).await,
        (None, None) => list(&history, &arguments),
    };
    match shown {
        // A reader that stops early, such as `head`, is no failure.
        Err(Failure::Failed(toolwright::Error::Io(error)))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            Ok(())
        }
        shown => shown,
    }
}

/// Shows one call in full.
fn one(history: &CallHistory, id: &str, json: bool) -> Result<(), Failure> {
    let Some(entry) = block_in_place(|| history.find(id))? else {
        let folder = history.files().folder().display();
        let reason = format!("the log in `{folder}` has no call with the id `{id}`");
        return Err(Failure::because(reason));
    };
    let mut printer = CallPrinter::new(json);
    Ok(printer.whole(&entry)?)
}

/// Shows the latest calls.
fn list(history: &CallHistory, arguments: &LogsArguments) -> Result<(), Failure> {
    block_in_place(|| print_list(history, arguments))
}

fn print_list(history: &CallHistory, arguments: &LogsArguments) -> Result<(), Failure> {
    let mut printer = CallPrinter::new(arguments.json);
    let limit = arguments.limit();
    let skipped = if limit == usize::MAX {
        // All of them may not fit into memory.
        let mut records = history.oldest_first(arguments.filter())?;
        for entry in records.by_ref() {
            printer.line(&entry?)?;
        }
        records.skipped()
    } else {
        let mut records = history.newest_first(arguments.filter())?;
        for entry in latest(records.by_ref().take(limit))? {
            printer.line(&entry)?;
        }
        records.skipped()
    };
    printer.end()?;
    if printer.is_empty() {
        let folder = history.files().folder().display();
        output::notice(&format!("the log in `{folder}` has no such call"));
    }
    note_skipped(skipped);
    Ok(())
}

fn note_skipped(skipped: Skipped) {
    if skipped.total() > 0 {
        output::notice(&format!("skipped lines of the log: {skipped}"));
    }
}

/// Shows the latest calls, and new ones as they are logged.
async fn follow(reader: &LogReader, arguments: &LogsArguments) -> Result<(), Failure> {
    let (records, mut follower) = reader.follow(arguments.filter())?;
    let mut printer = CallPrinter::new(arguments.json);
    let mut entries = latest(records.take(arguments.limit()))?;
    let mut skipped = follower.skipped();
    loop {
        for entry in &entries {
            printer.line(entry)?;
        }
        printer.end()?;
        tokio::time::sleep(INTERVAL).await;
        entries = follower.read_new()?;
        if skipped != follower.skipped() {
            skipped = follower.skipped();
            note_skipped(skipped);
        }
    }
}

/// Shows the latest calls of all servers, and new ones as they reach the database.
async fn follow_all(history: &CallHistory, arguments: &LogsArguments) -> Result<(), Failure> {
    let mut known = HashSet::new();
    let mut printer = CallPrinter::new(arguments.json);
    let mut limit = arguments.limit();
    loop {
        let read = || {
            let records = history.newest_first(arguments.filter())?;
            latest(records.take(SHARED_LATEST))
        };
        let entries = block_in_place(read)?;
        let ended = entries.into_iter().filter(|entry| !entry.is_begin());
        let new: Vec<_> = ended
            .filter(|entry| known.insert(entry.id.clone()))
            .collect();
        for entry in &new[new.len().saturating_sub(limit)..] {
            printer.line(entry)?;
        }
        printer.end()?;
        limit = usize::MAX;
        tokio::time::sleep(SHARED_INTERVAL).await;
    }
}

/// Collects records that are read backward, the latest last.
fn latest(records: impl Iterator<Item = io::Result<LogEntry>>) -> io::Result<Vec<LogEntry>> {
    let mut entries = records.collect::<io::Result<Vec<_>>>()?;
    entries.reverse();
    Ok(entries)
}
