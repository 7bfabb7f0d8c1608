//! [`Records`]: iterates over the records of all files, in order.

use std::{cmp::Reverse, collections::HashSet, io, path::Path, vec};

use chrono::Days;

use super::{
    backward_lines::BackwardLines,
    begun_calls::BegunCalls,
    entry::Entry,
    filter::Filter,
    forward_lines::ForwardLines,
    line::{Lines, Skipped},
    snapshot::FileSnapshot,
};

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
    filter: Filter,
    calls: BegunCalls,
    skipped: Skipped,
}

/// A file that is being read, and its next record.
struct OpenFile {
    lines: Box<dyn Lines>,
    next: Option<Entry>,
}

impl Records {
    /// Reads the newest record first.
    pub(super) fn backward(files: Vec<FileSnapshot>, filter: Filter) -> Self {
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
    pub(super) fn forward(files: Vec<FileSnapshot>, filter: Filter) -> io::Result<Self> {
        let unfinished = Filter {
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
            files.retain(|file| file.name.day <= until.date_naive() + Days::new(1));
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

    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
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
    type Item = io::Result<Entry>;

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
