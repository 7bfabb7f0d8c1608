//! The command `toolwright logs` itself: its arguments, and which records it reads.

use std::{io, path::Path, time::Duration};

use clap::Args;

use super::call_printer::Sheet;
use crate::{
    cli::{Failure, output},
    core::NamePattern,
    data::execution_log::{Entry, Filter, LogReader, Since, Skipped},
};

/// How many calls are shown where nobody says.
const USUAL: usize = 100;
/// How many come before those that are yet to come.
const USUAL_BEFORE: usize = 10;
/// How often the files are looked at while they are followed.
const INTERVAL: Duration = Duration::from_millis(200);

/// Show the calls in the execution log, the latest last
#[derive(Debug, Args)]
pub(in crate::app) struct LogsArguments {
    /// Only calls of this tool; `*` stands for any letters
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Only calls without a result
    #[arg(long)]
    failed: bool,
    /// Only calls that began since then: so long ago (30m, 2h, 3d), or a date, or a time (in UTC where it does not say)
    #[arg(long, value_name = "TIME")]
    since: Option<Since>,
    /// Only calls of this caller or client; `*` stands for any letters
    #[arg(long, value_name = "NAME")]
    caller: Option<String>,
    /// All of one call, with its output
    #[arg(long, value_name = "ID", conflicts_with_all = ["tool", "failed", "since", "caller", "limit", "follow"])]
    id: Option<String>,
    /// At most so many, 0 for all [default: 100; with --follow, 10; with --since, all]
    #[arg(long, short = 'n', value_name = "N")]
    limit: Option<usize>,
    /// Go on with those that are yet to come
    #[arg(long, short)]
    follow: bool,
    /// The records as they are, a JSON object a line
    #[arg(long)]
    json: bool,
}

impl LogsArguments {
    fn filter(&self) -> Filter {
        let now = std::time::SystemTime::now().into();
        Filter {
            tool: self.tool.clone().map(NamePattern::new),
            failed: self.failed,
            since: self.since.map(|since| since.moment(now)),
            caller: self.caller.clone().map(NamePattern::new),
            id: None,
        }
    }

    fn limit(&self) -> usize {
        match self.limit {
            Some(0) => usize::MAX,
            Some(limit) => limit,
            None if self.since.is_some() => usize::MAX,
            None if self.follow => USUAL_BEFORE,
            None => USUAL,
        }
    }
}

/// Shows the calls in the log in `folder`.
pub(in crate::app) async fn run(folder: &Path, arguments: LogsArguments) -> Result<(), Failure> {
    let reader = LogReader::new(folder);
    let shown = match &arguments.id {
        Some(id) => one(&reader, id, arguments.json),
        None if arguments.follow => follow(&reader, &arguments).await,
        None => list(&reader, &arguments),
    };
    match shown {
        // A reader that has seen enough, as `head`, is no failure.
        Err(Failure::Failed(crate::server::Error::Io(error)))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            Ok(())
        }
        shown => shown,
    }
}

/// Shows all of one call.
fn one(reader: &LogReader, id: &str, json: bool) -> Result<(), Failure> {
    let Some(entry) = reader.find(id)? else {
        let folder = reader.folder().display();
        let reason = format!("no call with the id `{id}` is in the log in `{folder}`");
        return Err(Failure::because(reason));
    };
    let mut sheet = Sheet::new(json);
    Ok(sheet.whole(&entry)?)
}

/// Shows the latest calls.
fn list(reader: &LogReader, arguments: &LogsArguments) -> Result<(), Failure> {
    let mut sheet = Sheet::new(arguments.json);
    let limit = arguments.limit();
    let skipped = if limit == usize::MAX {
        // All of them may be more than memory holds.
        let mut records = reader.oldest_first(arguments.filter())?;
        for entry in records.by_ref() {
            sheet.line(&entry?)?;
        }
        records.skipped()
    } else {
        let mut records = reader.newest_first(arguments.filter())?;
        for entry in latest(records.by_ref().take(limit))? {
            sheet.line(&entry)?;
        }
        records.skipped()
    };
    sheet.end()?;
    if sheet.is_empty() {
        let folder = reader.folder().display();
        output::notice(&format!("no such call is in the log in `{folder}`"));
    }
    note_skipped(skipped);
    Ok(())
}

fn note_skipped(skipped: Skipped) {
    if skipped.total() > 0 {
        output::notice(&format!("skipped lines of the log: {skipped}"));
    }
}

/// Shows the latest calls and those that are yet to come.
async fn follow(reader: &LogReader, arguments: &LogsArguments) -> Result<(), Failure> {
    let (records, mut follower) = reader.follow(arguments.filter())?;
    let mut sheet = Sheet::new(arguments.json);
    let mut entries = latest(records.take(arguments.limit()))?;
    let mut skipped = follower.skipped();
    loop {
        for entry in &entries {
            sheet.line(entry)?;
        }
        sheet.end()?;
        tokio::time::sleep(INTERVAL).await;
        entries = follower.news()?;
        if skipped != follower.skipped() {
            skipped = follower.skipped();
            note_skipped(skipped);
        }
    }
}

/// Records that were read backward, the latest last.
fn latest(records: impl Iterator<Item = io::Result<Entry>>) -> io::Result<Vec<Entry>> {
    let mut entries = records.collect::<io::Result<Vec<_>>>()?;
    entries.reverse();
    Ok(entries)
}
