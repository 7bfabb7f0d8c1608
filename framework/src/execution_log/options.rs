//! [`LogOptions`], and the [`Capacity`] for records that wait to be written.

use std::{
    fmt,
    ops::AddAssign,
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;

use super::{
    error::LogError,
    folder::{Disk, LocalDisk},
};

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
const MAX_PENDING: usize = 8 << 20;

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
                most_pending: MAX_PENDING,
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
    #[doc(hidden)]
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

/// The length from which a record counts as large.
const LARGE: usize = 64 << 10;

/// How many bytes of records may wait to be written.
///
/// Large records have a share of their own, so that they never take the room of small ones.
#[derive(Debug)]
pub(super) struct Capacity {
    small: Semaphore,
    large: Semaphore,
    /// The size of each share.
    most: usize,
}

/// The room that waiting records take.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    small: usize,
    large: usize,
}

impl AddAssign for Room {
    fn add_assign(&mut self, other: Self) {
        self.small += other.small;
        self.large += other.large;
    }
}

/// Whether a record of this length is large.
pub(super) const fn is_large(length: usize) -> bool {
    length > LARGE
}

impl Capacity {
    pub(super) fn new(most: usize) -> Self {
        Self {
            small: Semaphore::new(most),
            large: Semaphore::new(most),
            most,
        }
    }

    /// Takes room for a record of this length, if there is some.
    pub(super) fn try_take(&self, length: usize) -> Option<Room> {
        let (share, permits) = self.share(length);
        share.try_acquire_many(permits).ok()?.forget();
        Some(room(length, permits))
    }

    /// Waits for room for a record of this length.
    pub(super) async fn take(&self, length: usize) -> Result<Room, LogError> {
        let (share, permits) = self.share(length);
        let acquired = share.acquire_many(permits).await;
        acquired.map_err(|_| LogError::Closed)?.forget();
        Ok(room(length, permits))
    }

    pub(super) fn give_back(&self, room: Room) {
        self.small.add_permits(room.small);
        self.large.add_permits(room.large);
    }

    /// Returns the share of a record, and its permits: one a byte. A record that is larger than the
    /// whole share takes all of it.
    fn share(&self, length: usize) -> (&Semaphore, u32) {
        let share = if is_large(length) {
            &self.large
        } else {
            &self.small
        };
        let permits = u32::try_from(length.min(self.most)).unwrap_or(u32::MAX);
        (share, permits)
    }
}

fn room(length: usize, permits: u32) -> Room {
    let bytes = permits as usize;
    match is_large(length) {
        true => Room {
            large: bytes,
            small: 0,
        },
        false => Room {
            small: bytes,
            large: 0,
        },
    }
}
