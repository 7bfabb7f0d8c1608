//! [`LogReader`]: reads the records in a folder.

use std::{
    io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};

use super::{
    entry::Entry, filter::Filter, follower::Follower, records::Records, snapshot::snapshot,
};

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
    pub fn newest_first(&self, filter: Filter) -> io::Result<Records> {
        let files = snapshot(&self.folder)?;
        Ok(Records::backward(files, filter))
    }

    /// Returns the matching records, the oldest first.
    pub fn oldest_first(&self, filter: Filter) -> io::Result<Records> {
        let files = snapshot(&self.folder)?;
        Records::forward(files, filter)
    }

    /// Returns whether `id` tells the time of its call, as those of calls do.
    pub fn has_time(id: &str) -> bool {
        time_of(id).is_some()
    }

    /// Returns the record of the call with this id.
    pub fn find(&self, id: &str) -> io::Result<Option<Entry>> {
        let filter = Filter {
            id: Some(id.to_owned()),
            since: time_of(id),
            ..Filter::default()
        };
        self.oldest_first(filter)?.next().transpose()
    }

    /// Returns the matching records, the newest first, and a follower for those that are written
    /// later.
    pub fn follow(&self, filter: Filter) -> io::Result<(Records, Follower)> {
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
