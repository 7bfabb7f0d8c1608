//! [`LogOptions`]: the folder of the log, its retention period and its timeout.

use std::{
    fmt,
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};

use super::disk::{Disk, LocalDisk};

/// Returns the current time.
pub(super) type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// The default retention period, in days.
const DAYS_KEPT: u32 = 30;
/// The default of [`LogOptions::max_bytes`].
const MAX_BYTES: u64 = 10 << 30;
/// Into how many files the bytes are divided, at least: the oldest is deleted as a whole.
const PARTS: u64 = 16;
/// The default of [`LogOptions::write_timeout`].
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How many bytes may wait to be written before callers wait for room.
const MOST_PENDING: usize = 8 << 20;

/// The folder of an [`ExecutionLog`](crate::log::ExecutionLog), its retention period and its
/// timeout.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use toolwright::log::LogOptions;
///
/// let options = LogOptions::new("/var/log/demo")
///     .days_kept(7)
///     .max_bytes(1 << 30)
///     .write_timeout(Duration::from_secs(2));
/// # drop(options);
/// ```
#[derive(Clone)]
pub struct LogOptions {
    pub(super) folder: PathBuf,
    pub(super) days_kept: u32,
    pub(super) max_bytes: u64,
    pub(super) limits: QueueLimits,
    pub(super) clock: Clock,
    pub(super) disk: Arc<dyn Disk>,
}

/// How many bytes may wait to be written, and how long their callers wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct QueueLimits {
    pub(super) write_timeout: Duration,
    pub(super) most_pending: usize,
}

impl LogOptions {
    /// Keeps the log in `folder`, for 30 days and up to 10 GiB, with a write timeout of 10 seconds.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            days_kept: DAYS_KEPT,
            max_bytes: MAX_BYTES,
            limits: QueueLimits {
                write_timeout: WRITE_TIMEOUT,
                most_pending: MOST_PENDING,
            },
            clock: Arc::new(|| SystemTime::now().into()),
            disk: Arc::new(LocalDisk),
        }
    }

    /// Keeps the files of this many full days, and of today.
    ///
    /// Nothing is deleted when the clock jumps by more than a day.
    pub fn days_kept(self, days_kept: u32) -> Self {
        Self { days_kept, ..self }
    }

    /// Keeps at most this many bytes: the oldest files are deleted first, which is logged.
    ///
    /// If several processes write into one folder, each may exceed it by a sixteenth.
    pub fn max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Returns the length at which a file is followed by another of the same day.
    pub(super) fn longest_file(&self) -> u64 {
        (self.max_bytes / PARTS).max(1)
    }

    /// Fails a call whose record is not written within this time, for instance because the disk is
    /// full.
    pub fn write_timeout(mut self, timeout: Duration) -> Self {
        self.limits.write_timeout = timeout;
        self
    }

    /// Bounds the bytes that may wait to be written before callers wait for room.
    #[cfg(test)]
    pub fn most_pending(mut self, most_pending: usize) -> Self {
        self.limits.most_pending = most_pending;
        self
    }

    /// Replaces the system clock.
    #[cfg(test)]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Replaces the local disk.
    #[cfg(test)]
    pub(super) fn disk(self, disk: Arc<dyn Disk>) -> Self {
        Self { disk, ..self }
    }
}

impl fmt::Debug for LogOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogOptions")
            .field("folder", &self.folder)
            .field("days_kept", &self.days_kept)
            .field("max_bytes", &self.max_bytes)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
