//! Deletes the files that are older than the retention period, and the oldest ones if all together
//! are too large.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use chrono::{Days, NaiveDate};

use super::{folder, folder::FileName};

/// How much of the log is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retention {
    /// The number of full days before today; `None` deletes no file for its age.
    pub(super) days: Option<u32>,
    /// The most bytes of all files together.
    pub(super) bytes: u64,
}

/// A file of the log, or of incomplete lines cut off from one.
struct StoredFile {
    name: FileName,
    path: PathBuf,
    bytes: u64,
    modified: SystemTime,
}

/// Deletes the files of the log that `kept` does not cover. Logs those that cannot be deleted; they
/// are tried again at the next sweep.
pub(super) fn sweep(folder: &Path, today: NaiveDate, kept: Retention) {
    let mut files = stored(folder).unwrap_or_else(|error| {
        tracing::warn!(folder = %folder.display(), "cannot list the old execution logs: {error}");
        Vec::new()
    });
    if let Some(days) = kept.days {
        let first = first_kept(today, last_day_before(today, &files), days);
        files.retain(|file| {
            let is_deleted = file.name.day < first && delete(&file.path);
            if is_deleted {
                tracing::info!(file = %file.path.display(), "deleted an old execution log");
            }
            !is_deleted
        });
    }
    shrink(&files, kept.bytes);
}

/// Deletes the oldest files until the others have at most `most` bytes.
fn shrink(files: &[StoredFile], most: u64) {
    let mut total: u64 = files.iter().map(|file| file.bytes).sum();
    for file in files {
        if total <= most {
            return;
        }
        if delete(&file.path) {
            total -= file.bytes;
            tracing::warn!(
                file = %file.path.display(),
                bytes = file.bytes,
                "deleted the oldest execution log: all together were larger than allowed"
            );
        }
    }
}

/// Lists the files, the oldest first.
fn stored(folder: &Path) -> io::Result<Vec<StoredFile>> {
    let mut files = Vec::new();
    for (name, path) in folder::files_with_torn(folder)? {
        match fs::symlink_metadata(&path) {
            // Another process deleted it after it was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            metadata => {
                let metadata = metadata?;
                files.push(StoredFile {
                    name,
                    path,
                    bytes: metadata.len(),
                    modified: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                });
            }
        }
    }
    files.sort_by_key(|file| (file.name.day, file.modified, file.name.slot));
    Ok(files)
}

/// Returns the last day before today that has a file.
fn last_day_before(today: NaiveDate, files: &[StoredFile]) -> Option<NaiveDate> {
    let days = files.iter().map(|file| file.name.day);
    days.filter(|day| *day < today).max()
}

/// Returns the first day whose files are kept: `days` full days before today.
///
/// The day after the last one with a file counts as today if the clock is later. A clock that is
/// wrong by weeks then deletes nothing that it would not have deleted before.
fn first_kept(today: NaiveDate, last_day: Option<NaiveDate>, days: u32) -> NaiveDate {
    let next = last_day.and_then(|day| day.succ_opt());
    next.map_or(today, |next| next.min(today))
        .checked_sub_days(Days::new(days.into()))
        .unwrap_or(NaiveDate::MIN)
}

/// Deletes a file unless another process, whose clock is behind, still writes it. Returns whether
/// the file is gone.
fn delete(path: &Path) -> bool {
    let deleted = match is_locked(path) {
        Ok(true) => return false,
        Ok(false) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match deleted {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(file = %path.display(), "cannot delete an old execution log: {error}");
            false
        }
        _ => true,
    }
}

fn is_locked(path: &Path) -> io::Result<bool> {
    // Opening a pipe would wait for its other end.
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(false);
    }
    match File::open(path)?.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
        Ok(()) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_full_days_asked_for_are_kept_and_today_always() {
        let (today, yesterday) = (date("2026-03-01"), Some(date("2026-02-28")));
        for (days, first) in [
            (30, "2026-01-30"),
            (2, "2026-02-27"),
            (1, "2026-02-28"),
            (0, "2026-03-01"),
        ] {
            assert_eq!(first_kept(today, yesterday, days), date(first), "{days}");
            assert_eq!(first_kept(today, None, days), date(first), "{days}");
        }
        assert_eq!(first_kept(NaiveDate::MIN, None, u32::MAX), NaiveDate::MIN);
    }

    #[test]
    fn a_day_without_a_predecessor_in_the_log_ages_no_file() {
        let last = Some(date("2026-03-01"));
        assert_eq!(first_kept(date("2040-01-01"), last, 30), date("2026-01-31"));
    }
}
