//! [`LogReader`]: reads a log, also while it is written; [`Follower`]: waits for new entries.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};

use super::{
    filter::LogFilter,
    lines::{BackwardLines, ForwardLines, Lines as _, LogEntry, LogLine, Skipped},
    records::{FileSnapshot, Records, snapshot},
};
use crate::execution_log::folder::FileName;

/// Reads the records in a folder.
#[derive(Debug, Clone)]
pub struct LogReader {
    folder: PathBuf,
}

impl LogReader {
    /// Reads the log in `folder`, which may not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Returns the folder of the log.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the matching records, the newest first.
    pub fn newest_first(&self, filter: LogFilter) -> io::Result<Records> {
        let files = snapshot(&self.folder)?;
        Ok(Records::backward(files, filter))
    }

    /// Returns the matching records, the oldest first.
    pub fn oldest_first(&self, filter: LogFilter) -> io::Result<Records> {
        let files = snapshot(&self.folder)?;
        Records::forward(files, filter)
    }

    /// Returns whether `id` tells the time of its call, as those of calls do.
    #[doc(hidden)]
    pub fn has_time(id: &str) -> bool {
        time_of(id).is_some()
    }

    /// Returns the record of the call with this id.
    pub fn find(&self, id: &str) -> io::Result<Option<LogEntry>> {
        let filter = LogFilter {
            id: Some(id.to_owned()),
            since: time_of(id),
            ..LogFilter::default()
        };
        self.oldest_first(filter)?.next().transpose()
    }

    /// Returns the matching records, the newest first, and a follower for those that are written
    /// later.
    pub fn follow(&self, filter: LogFilter) -> io::Result<(Records, Follower)> {
        let files = snapshot(&self.folder)?;
        let follower = Follower::new(self.folder.clone(), filter.clone(), &files);
        Ok((Records::backward(files, filter), follower))
    }
}

/// Returns the time of a call from its id: a UUID of version 7 begins with the milliseconds.
fn time_of(id: &str) -> Option<DateTime<Utc>> {
    let digits: String = id.split('-').take(2).collect();
    if digits.len() != 12 || !id.contains("-7") {
        return None;
    }
    let milliseconds = i64::from_str_radix(&digits, 16).ok()?;
    DateTime::from_timestamp_millis(milliseconds)
}

/// Reads the records since the last call, also in the files of the next day and of other processes.
#[derive(Debug)]
pub struct Follower {
    folder: PathBuf,
    filter: LogFilter,
    /// The position up to which each file was read.
    positions: BTreeMap<FileName, u64>,
    skipped: Skipped,
}

impl Follower {
    /// Follows `folder` from the ends of these files on.
    pub(super) fn new(folder: PathBuf, filter: LogFilter, files: &[FileSnapshot]) -> Self {
        let positions = files.iter().map(|file| (file.name, complete_end(file)));
        Self {
            folder,
            filter,
            positions: positions.collect(),
            skipped: Skipped::default(),
        }
    }

    /// Returns the number of lines skipped so far.
    pub const fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Returns the records since the last call.
    pub fn read_new(&mut self) -> io::Result<Vec<LogEntry>> {
        let mut found = Vec::new();
        for file in snapshot(&self.folder)? {
            match self.read(&file, &mut found) {
                // The retention deleted it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                read => read?,
            }
        }
        found.sort_by_key(|entry| entry.end);
        Ok(found)
    }

    fn read(&mut self, file: &FileSnapshot, found: &mut Vec<LogEntry>) -> io::Result<()> {
        let position = self.positions.entry(file.name).or_default();
        if file.length < *position {
            // Another file has taken its place.
            *position = 0;
        }
        if file.length == *position {
            return Ok(());
        }
        let mut lines = ForwardLines::open(&file.path, *position, file.length)?;
        while let Some(line) = lines.next_line()? {
            // It is read again when it is complete.
            if line == LogLine::Incomplete {
                break;
            }
            let entry = self.skipped.read(line);
            // Calls are shown when they end.
            let is_shown = |entry: &LogEntry| !entry.is_begin() && self.filter.matches(entry);
            found.extend(entry.filter(is_shown));
        }
        *position = lines.at();
        Ok(())
    }
}

/// Returns the end of the last complete line of a file.
fn complete_end(file: &FileSnapshot) -> u64 {
    let lines = BackwardLines::open(&file.path, file.length);
    let incomplete = lines.and_then(|mut lines| lines.incomplete_bytes());
    file.length - incomplete.unwrap_or(0)
}
