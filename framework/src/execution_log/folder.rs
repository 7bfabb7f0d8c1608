//! The folder of the log: its files by [`FileName`], and the [`Disk`] operations that writing needs.
//!
//! The operations are behind a trait so that tests can make them fail.

use std::{
    fmt, fs,
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
    str::FromStr as _,
};

use chrono::{DateTime, NaiveDate, Utc};
use toolwright_base::files::{append_to_private, create_private_folders};

/// A file that is written and deleted again, to test whether the disk accepts it.
const PROBE: &str = "executions.probe";
/// How many bytes the disk must accept at the start.
const PROBE_BYTES: usize = 16 << 10;

/// Creates the folder if it does not exist, and tests whether records can be written into it.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    create_private_folders(folder)?;
    let path = folder.join(PROBE);
    let tried =
        append_to_private(&path).and_then(|mut probe| probe.write_all(&[b' '; PROBE_BYTES]));
    match fs::remove_file(&path) {
        // Another process that starts at the same time deleted it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => tried,
        removed => tried.and(removed),
    }
}

/// Lists the files of the log in `folder`, the oldest first.
pub(super) fn files(folder: &Path) -> io::Result<Vec<(FileName, PathBuf)>> {
    list(folder, FileName::parse)
}

/// Lists the files of the log, and those with the lines that were cut off from them.
pub(super) fn files_with_torn(folder: &Path) -> io::Result<Vec<(FileName, PathBuf)>> {
    list(folder, FileName::parse_with_torn)
}

fn list(
    folder: &Path,
    parse: impl Fn(&str) -> Option<FileName>,
) -> io::Result<Vec<(FileName, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(name) = entry.file_name().to_str().and_then(&parse) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// Opens the files of the log.
pub(crate) trait Disk: Send + Sync {
    /// Opens the file at `path` for appending, and creates it if it does not exist.
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>>;
}

/// A file of the log that is open for appending.
pub(crate) trait LogFile: fmt::Debug + Send {
    /// Appends `bytes` in one system call. Returns how many the disk accepted.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Truncates the file to `length`.
    fn truncate(&self, length: u64) -> io::Result<()>;
    /// Returns the underlying file.
    fn file(&self) -> &File;
}

/// The disk of this machine.
#[derive(Debug)]
pub(super) struct LocalDisk;

impl Disk for LocalDisk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn LogFile>> {
        let file = append_to_private(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("`{}` is not a file", path.display()),
            ));
        }
        Ok(Box::new(file))
    }
}

impl LogFile for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn truncate(&self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn file(&self) -> &File {
        self
    }
}

/// Whether the open file was deleted.
pub(super) fn is_deleted(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    // On other systems an open file cannot be deleted.
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}

/// The suffix of the file that keeps the incomplete lines cut off from another.
pub(super) const TORN: &str = ".torn";

const PREFIX: &str = "executions-";
const SUFFIX: &str = ".jsonl";

/// Returns the day of a time, in UTC.
pub(super) fn day_of(time: DateTime<Utc>) -> NaiveDate {
    time.date_naive()
}

/// `executions-2026-11-15.jsonl`, or `executions-2026-11-15.2.jsonl` for the second process that
/// writes on that day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileName {
    pub(super) day: NaiveDate,
    /// The number of the writing process, from 1 on.
    pub(super) slot: u32,
}

impl FileName {
    /// Parses a name exactly as [`FileName`] writes it. Other files do not belong to the log.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let inner = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
        let (day, slot) = match inner.split_once('.') {
            Some((day, slot)) => (day, slot.parse().ok()?),
            None => (inner, 1),
        };
        let parsed = Self {
            day: NaiveDate::from_str(day).ok()?,
            slot,
        };
        (parsed.to_string() == name).then_some(parsed)
    }

    /// Parses the name of a file of the log, or of the file beside it with the suffix [`TORN`].
    pub(super) fn parse_with_torn(name: &str) -> Option<Self> {
        Self::parse(name.strip_suffix(TORN).unwrap_or(name))
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = self.day.format("%Y-%m-%d");
        match self.slot {
            1 => write!(f, "{PREFIX}{day}{SUFFIX}"),
            slot => write!(f, "{PREFIX}{day}.{slot}{SUFFIX}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_name_has_the_day_and_the_slot_after_the_first() {
        let day = date("2026-11-05");
        for (slot, name) in [
            (1, "executions-2026-11-05.jsonl"),
            (2, "executions-2026-11-05.2.jsonl"),
            (37, "executions-2026-11-05.37.jsonl"),
        ] {
            let parsed = FileName { day, slot };
            assert_eq!(parsed.to_string(), name);
            assert_eq!(FileName::parse(name), Some(parsed));
        }
    }

    #[test]
    fn a_name_that_differs_from_ours_does_not_belong_to_the_log() {
        for name in [
            "executions.jsonl",
            "executions-2026-11-5.jsonl",
            "executions-2026-13-05.jsonl",
            "executions-2026-11-05.1.jsonl",
            "executions-2026-11-05.02.jsonl",
            "executions-2026-11-05.0.jsonl.gz",
            "executions-2026-11-05.x.jsonl",
            "executions-2026-11-05.-2.jsonl",
            "executions-2026-11-05.+2.jsonl",
            "executions-+2026-11-05.jsonl",
            " executions-2026-11-05.jsonl",
            "executions-2026-11-05.jsonl.torn",
            "executions-2026-11-05.json",
        ] {
            assert_eq!(FileName::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_file_of_torn_lines_belongs_to_its_log_file() {
        let name = FileName::parse_with_torn("executions-2026-11-05.3.jsonl.torn").unwrap();
        assert_eq!((name.day, name.slot), (date("2026-11-05"), 3));
        assert_eq!(
            FileName::parse_with_torn("executions-2026-11-05.jsonl.torn.torn"),
            None
        );
    }

    #[test]
    fn the_day_is_that_of_utc() {
        let late: DateTime<Utc> = "2026-11-15T23:30:00-02:00".parse().unwrap();
        assert_eq!(day_of(late), date("2026-11-16"));
    }
}
