//! [`LogReader`]: reads the records in a folder.

use std::{
    io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};

use super::{
    entry::Entry,
    filter::Filter,
    follower::Follower,
    records::{Direction, Records},
    snapshot::snapshot,
};

/// Reads the records in a folder.
#[derive(Debug, Clone)]
pub(crate) struct LogReader {
    folder: PathBuf,
}

impl LogReader {
    /// Reads the log in `folder`. It need not be there yet.
    pub(crate) fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Where the log is.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The records that fit, those that were written last first.
    pub(crate) fn newest_first(&self, filter: Filter) -> io::Result<Records> {
        let files = snapshot(&self.folder)?;
        Ok(Records::new(files, filter, Direction::Backward))
    }

    /// The records that fit, those that were written first first.
    pub(crate) fn oldest_first(&self, filter: Filter) -> io::Result<Records> {
        let files = snapshot(&self.folder)?;
        Ok(Records::new(files, filter, Direction::Forward))
    }

    /// The record of the call with this id.
    pub(crate) fn find(&self, id: &str) -> io::Result<Option<Entry>> {
        let filter = Filter {
            id: Some(id.to_owned()),
            since: time_of(id),
            ..Filter::default()
        };
        self.oldest_first(filter)?.next().transpose()
    }

    /// The records that fit and are there, those that were written last first; and after them, those that are yet to come.
    pub(crate) fn follow(&self, filter: Filter) -> io::Result<(Records, Follower)> {
        let files = snapshot(&self.folder)?;
        let follower = Follower::new(self.folder.clone(), filter.clone(), &files);
        Ok((Records::new(files, filter, Direction::Backward), follower))
    }
}

/// When a call began, by its id: a UUID of version 7 begins with the milliseconds.
fn time_of(id: &str) -> Option<DateTime<Utc>> {
    let digits: String = id.split('-').take(2).collect();
    if digits.len() != 12 || !id.contains("-7") {
        return None;
    }
    let milliseconds = i64::from_str_radix(&digits, 16).ok()?;
    DateTime::from_timestamp_millis(milliseconds)
}
