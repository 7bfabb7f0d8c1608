//! [`Records`]: iterates over the records of all files, in order.

use std::{cmp::Reverse, io, path::Path, vec};

use super::{
    backward_lines::BackwardLines,
    entry::Entry,
    filter::Filter,
    forward_lines::ForwardLines,
    line::{Lines, Skipped},
    snapshot::FileSnapshot,
};

/// The direction in which the log is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// Iterates over the matching records, by the time at which their calls ended.
pub(crate) struct Records {
    direction: Direction,
    filter: Filter,
    /// The files of the days that are not read yet.
    days: vec::IntoIter<Vec<FileSnapshot>>,
    /// The files of the current day.
    files: Vec<OpenFile>,
    skipped: Skipped,
}

/// A file that is being read, and its next record.
struct OpenFile {
    lines: Box<dyn Lines>,
    next: Option<Entry>,
}

impl Records {
    pub(super) fn new(mut files: Vec<FileSnapshot>, filter: Filter, direction: Direction) -> Self {
        // No record is older than the file of the day in which its call began.
        if let Some(since) = filter.since {
            files.retain(|file| file.name.day >= since.date_naive());
        }
        let mut days: Vec<Vec<FileSnapshot>> = Vec::new();
        for file in files {
            match days.last_mut() {
                Some(day) if day[0].name.day == file.name.day => day.push(file),
                _ => days.push(vec![file]),
            }
        }
        if direction == Direction::Backward {
            days.reverse();
        }
        Self {
            direction,
            filter,
            days: days.into_iter(),
            files: Vec::new(),
            skipped: Skipped::default(),
        }
    }

    /// Returns the number of lines skipped so far.
    pub(crate) const fn skipped(&self) -> Skipped {
        self.skipped
    }

    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        loop {
            let sources = self.files.iter_mut().filter(|file| file.next.is_some());
            let end = |source: &&mut OpenFile| source.next.as_ref().map(|entry| entry.end);
            let first = match self.direction {
                Direction::Forward => sources.min_by_key(end),
                Direction::Backward => sources.min_by_key(|source| Reverse(end(source))),
            };
            if let Some(source) = first {
                let entry = source.next.take();
                source.read_on(&self.filter, self.direction, &mut self.skipped)?;
                return Ok(entry);
            }
            let Some(day) = self.days.next() else {
                return Ok(None);
            };
            self.open(&day)?;
        }
    }

    /// Opens the files of a day.
    fn open(&mut self, day: &[FileSnapshot]) -> io::Result<()> {
        self.files.clear();
        for file in day {
            let mut source = match open(&file.path, file.length, self.direction) {
                // The retention deleted it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                lines => OpenFile {
                    lines: lines?,
                    next: None,
                },
            };
            source.read_on(&self.filter, self.direction, &mut self.skipped)?;
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
    fn read_on(
        &mut self,
        filter: &Filter,
        direction: Direction,
        skipped: &mut Skipped,
    ) -> io::Result<()> {
        while let Some(line) = self.lines.next_line()? {
            let Some(entry) = skipped.read(line) else {
                continue;
            };
            if filter.matches(&entry) {
                self.next = Some(entry);
                return Ok(());
            }
            if direction == Direction::Backward && filter.is_past(&entry) {
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
