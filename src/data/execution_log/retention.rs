//! Deletes the files that are older than the retention period.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use chrono::{Days, NaiveDate};

use super::{file_name::FileName, folder};

/// Returns the first day whose files are kept.
fn first_kept(today: NaiveDate, days_kept: u32) -> NaiveDate {
    let before = u64::from(days_kept.saturating_sub(1));
    today
        .checked_sub_days(Days::new(before))
        .unwrap_or(NaiveDate::MIN)
}

/// Deletes the files of the log that are older than the days to keep. Logs those that cannot be
/// deleted; they are tried again at the next change of day.
pub(super) fn sweep(folder: &Path, today: NaiveDate, days_kept: u32) {
    let first = first_kept(today, days_kept);
    let found = folder::files_with_torn(folder).unwrap_or_else(|error| {
        tracing::warn!(folder = %folder.display(), "cannot list the old execution logs: {error}");
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

/// Deletes a file unless another process, whose clock is behind, still writes it.
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
    fn the_days_asked_for_are_kept_and_today_always() {
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
