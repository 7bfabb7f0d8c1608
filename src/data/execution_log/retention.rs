//! Which files are too old, and their end.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use chrono::{Days, NaiveDate};

use super::{file_name::FileName, folder};

/// The first day whose files are kept.
fn first_kept(today: NaiveDate, days_kept: u32) -> NaiveDate {
    let before = u64::from(days_kept.saturating_sub(1));
    today
        .checked_sub_days(Days::new(before))
        .unwrap_or(NaiveDate::MIN)
}

/// Deletes the files of the log that are older than the days to keep. What cannot be deleted is said, and tried again another day.
pub(super) fn sweep(folder: &Path, today: NaiveDate, days_kept: u32) {
    let first = first_kept(today, days_kept);
    let found = folder::files_and_pieces(folder).unwrap_or_else(|error| {
        tracing::warn!(folder = %folder.display(), "cannot look for old execution logs: {error}");
        Vec::new()
    });
    let old = found.iter().filter(|(name, _)| is_old(*name, first));
    for (_, path) in old {
        match delete(path) {
            Ok(()) => tracing::debug!(file = %path.display(), "deleted an old execution log"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                tracing::warn!(file = %path.display(), "cannot delete an old execution log: {error}");
            }
        }
    }
}

fn is_old(name: FileName, first_kept: NaiveDate) -> bool {
    name.day < first_kept
}

/// Deletes a file that nobody writes. Another process, whose clock is behind, may still be at it.
fn delete(path: &Path) -> io::Result<()> {
    match File::open(path)?.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
        Ok(()) => fs::remove_file(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn as_many_days_are_kept_as_asked_for_and_today_always() {
        let today = date("2026-03-01");
        for (days_kept, first) in [
            (30, "2026-01-31"),
            (2, "2026-02-28"),
            (1, "2026-03-01"),
            (0, "2026-03-01"),
        ] {
            assert_eq!(first_kept(today, days_kept), date(first), "{days_kept}");
        }
        assert_eq!(first_kept(NaiveDate::MIN, u32::MAX), NaiveDate::MIN);
    }
}
