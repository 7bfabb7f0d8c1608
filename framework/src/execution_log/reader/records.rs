//! [`Records`]: the entries of the log, the newest first, with calls that began and did not end.

use std::{
    cmp::Reverse,
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
    vec,
};

use chrono::Days;

use super::{
    filter::LogFilter,
    lines::{BackwardLines, ForwardLines, Lines, LogEntry, Skipped},
};
use crate::execution_log::{folder, folder::FileName};

/// The direction in which the log is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// Iterates over the matching records, by the time at which their calls ended.
///
/// The record that a call began is left out if the call has ended.
pub struct Records {
    /// The files of the days that are not read yet.
    days: vec::IntoIter<Vec<FileSnapshot>>,
    /// The files of the current day.
    files: Vec<OpenFile>,
    reading: Reading,
}

/// The state of a reading that all files share.
struct Reading {
    direction: Direction,
    filter: LogFilter,
    calls: BegunCalls,
    skipped: Skipped,
}

/// A file that is being read, and its next record.
struct OpenFile {
    lines: Box<dyn Lines>,
    next: Option<LogEntry>,
}

impl Records {
    /// Reads the newest record first.
    pub(super) fn backward(files: Vec<FileSnapshot>, filter: LogFilter) -> Self {
        Self::new(
            files,
            Reading {
                direction: Direction::Backward,
                filter,
                calls: BegunCalls::Ended(HashSet::new()),
                skipped: Skipped::default(),
            },
        )
    }

    /// Reads the oldest record first. The files are read twice, since only later records show which
    /// calls ended.
    pub(super) fn forward(files: Vec<FileSnapshot>, filter: LogFilter) -> io::Result<Self> {
        let unfinished = LogFilter {
            unfinished: true,
            ..filter.clone()
        };
        let unfinished = Self::backward(files.clone(), unfinished).map(|entry| Ok(entry?.id));
        let unfinished = unfinished.collect::<io::Result<_>>()?;
        Ok(Self::new(
            files,
            Reading {
                direction: Direction::Forward,
                filter,
                calls: BegunCalls::Unfinished(unfinished),
                skipped: Skipped::default(),
            },
        ))
    }

    fn new(mut files: Vec<FileSnapshot>, reading: Reading) -> Self {
        // No record is older than the file of the day in which its call began.
        if let Some(since) = reading.filter.since {
            files.retain(|file| file.name.day >= since.date_naive());
        }
        // A record is in the file of the day in which its call ended, which is at most the next one.
        if let Some(until) = reading.filter.until {
            let last = until.date_naive().checked_add_days(Days::new(1));
            files.retain(|file| last.is_none_or(|last| file.name.day <= last));
        }
        let mut days: Vec<Vec<FileSnapshot>> = Vec::new();
        for file in files {
            match days.last_mut() {
                Some(day) if day[0].name.day == file.name.day => day.push(file),
                _ => days.push(vec![file]),
            }
        }
        if reading.direction == Direction::Backward {
            days.reverse();
        }
        Self {
            days: days.into_iter(),
            files: Vec::new(),
            reading,
        }
    }

    /// Returns the number of lines skipped so far.
    pub const fn skipped(&self) -> Skipped {
        self.reading.skipped
    }

    fn next_entry(&mut self) -> io::Result<Option<LogEntry>> {
        loop {
            let sources = self.files.iter_mut().filter(|file| file.next.is_some());
            let end = |source: &&mut OpenFile| source.next.as_ref().map(|entry| entry.end);
            let first = match self.reading.direction {
                Direction::Forward => sources.min_by_key(end),
                Direction::Backward => sources.min_by_key(|source| Reverse(end(source))),
            };
            if let Some(source) = first {
                let entry = source.next.take();
                source.read_on(&mut self.reading)?;
                let entry = entry.filter(|entry| self.reading.calls.is_shown(entry));
                if entry.is_some() {
                    return Ok(entry);
                }
            } else if let Some(day) = self.days.next() {
                self.open(&day)?;
            } else {
                return Ok(None);
            }
        }
    }

    /// Opens the files of a day.
    fn open(&mut self, day: &[FileSnapshot]) -> io::Result<()> {
        self.files.clear();
        for file in day {
            let mut source = match open(&file.path, file.length, self.reading.direction) {
                // The retention deleted it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                lines => OpenFile {
                    lines: lines?,
                    next: None,
                },
            };
            source.read_on(&mut self.reading)?;
            self.files.push(source);
        }
        Ok(())
    }
}

impl Iterator for Records {
    type Item = io::Result<LogEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry().transpose()
    }
}

impl OpenFile {
    /// Reads up to the next matching record.
    fn read_on(&mut self, reading: &mut Reading) -> io::Result<()> {
        while let Some(line) = self.lines.next_line()? {
            let Some(entry) = reading.skipped.read(line) else {
                continue;
            };
            reading.calls.note(&entry);
            if reading.filter.matches(&entry) {
                self.next = Some(entry);
                return Ok(());
            }
            if reading.direction == Direction::Backward && reading.filter.is_past(&entry) {
                break;
            }
        }
        Ok(())
    }
}

fn open(path: &Path, length: u64, direction: Direction) -> io::Result<Box<dyn Lines>> {
    Ok(match direction {
        Direction::Forward => Box::new(ForwardLines::open(path, 0, length)?),
        Direction::Backward => Box::new(BackwardLines::open(path, length)?),
    })
}

/// The calls that began, by id.
#[derive(Debug)]
pub(super) enum BegunCalls {
    /// When reading backward: those that ended, until it is read that they began.
    Ended(HashSet<String>),
    /// When reading forward: those that did not end.
    Unfinished(HashSet<String>),
}

impl BegunCalls {
    /// Notes a record, whether it is selected or not.
    pub(super) fn note(&mut self, entry: &LogEntry) {
        if let Self::Ended(ids) = self
            && entry.has_begin
        {
            ids.insert(entry.id.clone());
        }
    }

    /// Whether a record is shown: that a call began only if the call did not end.
    pub(super) fn is_shown(&mut self, entry: &LogEntry) -> bool {
        match self {
            _ if !entry.is_begin() => true,
            Self::Ended(ids) => !ids.remove(&entry.id),
            Self::Unfinished(ids) => ids.contains(&entry.id),
        }
    }
}

/// A file and its length at the moment it was listed. What is appended later is not part of it.
#[derive(Debug, Clone)]
pub(super) struct FileSnapshot {
    pub(super) name: FileName,
    pub(super) path: PathBuf,
    pub(super) length: u64,
}

/// Lists the files in `folder`, the oldest first. A folder that does not exist has none.
pub(super) fn snapshot(folder: &Path) -> io::Result<Vec<FileSnapshot>> {
    let files = match folder::files(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        files => files?,
    };
    let mut found = Vec::with_capacity(files.len());
    for (name, path) in files {
        match fs::symlink_metadata(&path) {
            // The retention deleted it after it was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // Opening a pipe would wait for its other end.
            Ok(metadata) if !metadata.is_file() => {}
            metadata => found.push(FileSnapshot {
                name,
                length: metadata?.len(),
                path,
            }),
        }
    }
    Ok(found)
}
