//! [`Follower`]: reads the records that are written from now on.

use std::{collections::BTreeMap, io, path::PathBuf};

use super::{
    backward_lines::BackwardLines,
    entry::Entry,
    filter::Filter,
    forward_lines::ForwardLines,
    line::{Line, Lines as _, Skipped},
    snapshot::{FileSnapshot, snapshot},
};
use crate::execution_log::file_name::FileName;

/// Reads the records since the last call, also in the files of the next day and of other processes.
#[derive(Debug)]
pub struct Follower {
    folder: PathBuf,
    filter: Filter,
    /// The position up to which each file was read.
    positions: BTreeMap<FileName, u64>,
    skipped: Skipped,
}

impl Follower {
    /// Follows `folder` from the ends of these files on.
    pub(super) fn new(folder: PathBuf, filter: Filter, files: &[FileSnapshot]) -> Self {
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
    pub fn read_new(&mut self) -> io::Result<Vec<Entry>> {
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

    fn read(&mut self, file: &FileSnapshot, found: &mut Vec<Entry>) -> io::Result<()> {
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
            if line == Line::Incomplete {
                break;
            }
            let entry = self.skipped.read(line);
            // Calls are shown when they end.
            let is_shown = |entry: &Entry| !entry.is_begin() && self.filter.matches(entry);
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
