//! [`LogTail`]: reads every record once, in portions, and remembers how far it has come.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use super::{
    lines::{ForwardLines, Lines as _, LogEntry, LogLine, Skipped},
    records::{FileSnapshot, snapshot},
};
use crate::execution_log::folder::FileName;

/// Reads every record of a log once, also those that a call began, in portions.
///
/// Where a [`Follower`](super::Follower) shows new calls to a person, a tail copies the log: it begins
/// at the oldest record, and its [`positions`](Self::positions) can be kept, so that another process
/// goes on where this one ended.
///
/// ```
/// use toolwright::log::LogTail;
///
/// # fn main() -> std::io::Result<()> {
/// let mut tail = LogTail::new(std::env::temp_dir().join("a-log-that-nobody-wrote"), []);
/// assert!(tail.read(100, 1 << 20)?.is_empty());
/// assert_eq!(tail.positions().count(), 0);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct LogTail {
    folder: PathBuf,
    /// The position up to which each file was read.
    positions: BTreeMap<FileName, u64>,
    skipped: Skipped,
}

impl LogTail {
    /// Reads the log in `folder` from these positions on: the names of files, and how many of their
    /// bytes were read. Files without one are read from their beginning.
    pub fn new(
        folder: impl Into<PathBuf>,
        positions: impl IntoIterator<Item = (String, u64)>,
    ) -> Self {
        let positions = positions.into_iter();
        let known = positions.filter_map(|(name, at)| Some((FileName::parse(&name)?, at)));
        Self {
            folder: folder.into(),
            positions: known.collect(),
            skipped: Skipped::default(),
        }
    }

    /// Returns the folder of the log.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns how far each file was read.
    pub fn positions(&self) -> impl Iterator<Item = (String, u64)> {
        let positions = self.positions.iter();
        positions.map(|(name, at)| (name.to_string(), *at))
    }

    /// Returns the number of lines that are no records.
    pub const fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Returns the next records, those of older files first: at most `records` of them, and no more
    /// after `bytes` bytes. There are none if everything was read.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read(&mut self, records: usize, bytes: usize) -> io::Result<Vec<LogEntry>> {
        let files = snapshot(&self.folder)?;
        let exists = |name: &FileName| files.iter().any(|file| file.name == *name);
        self.positions.retain(|name, _| exists(name));
        let (mut found, mut left) = (Vec::new(), bytes);
        for file in &files {
            match self.read_file(file, records, &mut left, &mut found) {
                // The retention deleted it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                read => read?,
            }
            if found.len() >= records || left == 0 {
                break;
            }
        }
        Ok(found)
    }

    fn read_file(
        &mut self,
        file: &FileSnapshot,
        records: usize,
        left: &mut usize,
        found: &mut Vec<LogEntry>,
    ) -> io::Result<()> {
        let position = self.positions.entry(file.name).or_default();
        if file.length < *position {
            // Another file has taken its place.
            *position = 0;
        }
        if file.length == *position {
            return Ok(());
        }
        let mut lines = ForwardLines::open(&file.path, *position, file.length)?;
        while found.len() < records && *left > 0 {
            match lines.next_line()? {
                // It is read again when it is complete.
                None | Some(LogLine::Incomplete) => break,
                Some(line) => {
                    let before = *position;
                    *position = lines.at();
                    let length = usize::try_from(*position - before).unwrap_or(usize::MAX);
                    *left = left.saturating_sub(length);
                    found.extend(self.skipped.read(line));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn ids(tail: &mut LogTail, records: usize) -> Vec<String> {
        let entries = tail.read(records, 1 << 20).unwrap();
        entries.into_iter().map(|entry| entry.id).collect()
    }

    fn line(id: u32) -> String {
        format!(
            r#"{{"id":"{id}","time":"2026-11-15T12:00:00Z","tool":"t","outcome":"begun"}}{}"#,
            '\n'
        )
    }

    #[test]
    fn every_record_is_read_once_also_by_a_process_that_goes_on() {
        let folder = std::env::temp_dir().join(format!("tail-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = |day: u32| folder.join(format!("executions-2026-11-{day}.jsonl"));
        fs::write(path(14), line(1) + "no record\n" + &line(2)).unwrap();
        fs::write(path(15), line(3) + "{\"id\"").unwrap();
        let mut tail = LogTail::new(&folder, []);
        assert_eq!(ids(&mut tail, 1), ["1"]);
        let mut next = LogTail::new(&folder, tail.positions());
        assert_eq!(ids(&mut next, 100), ["2", "3"]);
        assert_eq!(next.skipped().total(), 1);
        assert_eq!(
            tail.read(100, 1).unwrap().len(),
            0,
            "one line, which is no record"
        );
        // The last line is complete by now.
        fs::write(path(15), line(3) + &line(4)).unwrap();
        assert_eq!(ids(&mut next, 100), ["4"]);
        // A file that was deleted, and another of the same name.
        fs::remove_file(path(14)).unwrap();
        fs::write(path(15), line(5)).unwrap();
        assert_eq!(ids(&mut next, 100), ["5"]);
        assert_eq!(next.positions().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
