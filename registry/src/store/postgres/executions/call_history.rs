//! [`CallHistory`]: the calls that people read about.

use std::{io, time::Duration};

use chrono::{DateTime, Utc};
use tokio::runtime::Handle;
use toolwright::log::{LogEntry, LogFilter, LogReader, Records, Skipped};

use super::{
    log_copy::LogCopy,
    reader::{Order, SharedRecords, with_server},
    shared_log::SharedLog,
};

/// How long a reader waits until the last records of this server are in the database.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The calls that are recorded: those of all servers of a database, or those in the files of this one.
///
/// While the database is away, only the calls of this server are there.
#[derive(Debug, Clone)]
pub struct CallHistory {
    files: LogReader,
    shared: Option<SharedLog>,
    /// What carries the records of this process there.
    copy: Option<LogCopy>,
}

/// Iterates over calls. It blocks the thread.
pub struct HistoryRecords(Source);

enum Source {
    /// The files of this server, with its name if there are others.
    Files(Box<Records>, Option<String>),
    Shared(Box<SharedRecords>),
}

impl CallHistory {
    /// Reads the files of this server, and with `shared` the calls of all servers.
    pub const fn new(files: LogReader, shared: Option<SharedLog>) -> Self {
        Self {
            files,
            shared,
            copy: None,
        }
    }

    /// Reads the calls of all servers. Those that this one answered before are always among them.
    pub fn of_copy(copy: LogCopy) -> Self {
        Self {
            files: LogReader::new(copy.folder()),
            shared: Some(copy.log().clone()),
            copy: Some(copy),
        }
    }

    /// Returns the files of this server, for those who follow its calls.
    pub const fn files(&self) -> &LogReader {
        &self.files
    }

    /// Returns whether the calls of other servers are there too.
    pub const fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Returns the matching records, the newest first. It blocks the thread, which must be one that a
    /// runtime has for that.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn newest_first(&self, filter: LogFilter) -> io::Result<HistoryRecords> {
        self.records(filter, Order::NewestFirst)
    }

    /// Returns the matching records, the oldest first, as [`newest_first`](Self::newest_first) does.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn oldest_first(&self, filter: LogFilter) -> io::Result<HistoryRecords> {
        self.records(filter, Order::OldestFirst)
    }

    fn records(&self, filter: LogFilter, order: Order) -> io::Result<HistoryRecords> {
        if let Some(log) = &self.shared {
            let runtime = Handle::try_current().map_err(io::Error::other)?;
            if let Some(copy) = &self.copy {
                runtime.block_on(copy.caught_up(PATIENCE));
            }
            match SharedRecords::new(log.clone(), filter.clone(), order, runtime) {
                Ok(records) => return Ok(HistoryRecords(Source::Shared(Box::new(records)))),
                Err(error) => tracing::warn!("only the calls of this server are listed: {error}"),
            }
        }
        let records = match order {
            Order::NewestFirst => self.files.newest_first(filter)?,
            Order::OldestFirst => self.files.oldest_first(filter)?,
        };
        Ok(HistoryRecords(Source::Files(
            Box::new(records),
            self.server(),
        )))
    }

    /// Returns the record of the call with this id. It blocks the thread, as
    /// [`newest_first`](Self::newest_first) does.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn find(&self, id: &str) -> io::Result<Option<LogEntry>> {
        // Its own calls are in the files before they are in the database.
        if let Some(entry) = self.files.find(id)? {
            return Ok(Some(told(entry, self.server().as_deref())));
        }
        let (Some(log), Some(began)) = (&self.shared, time_of(id)) else {
            return Ok(None);
        };
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let found = runtime.block_on(log.find(id, began));
        found.map_err(io::Error::other)
    }

    fn server(&self) -> Option<String> {
        let shared = self.shared.as_ref();
        shared.map(|log| log.server().to_owned())
    }
}

impl HistoryRecords {
    /// Returns the number of lines of files that were skipped.
    pub fn skipped(&self) -> Skipped {
        match &self.0 {
            Source::Files(records, _) => records.skipped(),
            Source::Shared(_) => Skipped::default(),
        }
    }
}

impl Iterator for HistoryRecords {
    type Item = io::Result<LogEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Source::Shared(records) => records.next(),
            Source::Files(records, server) => {
                let entry = records.next()?;
                Some(entry.map(|entry| told(entry, server.as_deref())))
            }
        }
    }
}

/// Returns a record that tells its server, if there are several.
fn told(mut entry: LogEntry, server: Option<&str>) -> LogEntry {
    if let Some(server) = server {
        entry.line = with_server(&entry.line, server);
    }
    entry
}

/// Returns the millisecond in which a call began, from its id: a UUID of version 7.
fn time_of(id: &str) -> Option<DateTime<Utc>> {
    let (is_uuid, digits) = (super::shared_log::is_uuid(id), id.replace('-', ""));
    let digits = digits.get(..12).filter(|_| is_uuid)?;
    DateTime::from_timestamp_millis(i64::from_str_radix(digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_when_its_call_began() {
        let time = time_of("019a0000-0001-7abc-8def-0123456789ab").unwrap();
        assert_eq!(time.timestamp_millis(), 0x019a_0000_0001);
        for wrong in [
            "",
            "019a00000001",
            "019a0000-0001-7abc-8def-0123456789ax",
            "é",
        ] {
            assert_eq!(time_of(wrong), None, "{wrong}");
        }
    }
}
