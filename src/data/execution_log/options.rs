//! [`LogOptions`]: where the log is kept, for how long, and how patient its callers are.

use std::{
    fmt,
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};

use super::disk::{Disk, LocalDisk};

/// Tells the time.
pub(super) type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// How many days are kept where nobody says.
const DAYS_KEPT: u32 = 30;
/// How long a caller waits for a disk that does not take its record, where nobody says.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much may wait to be written before callers wait for room.
const MOST_PENDING: usize = 8 << 20;

/// Where the log is kept, and how.
#[derive(Clone)]
pub struct LogOptions {
    pub(super) folder: PathBuf,
    pub(super) days_kept: u32,
    pub(super) limits: Limits,
    pub(super) clock: Clock,
    pub(super) disk: Arc<dyn Disk>,
}

/// What waits, and how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) patience: Duration,
    pub(super) most_pending: usize,
}

impl LogOptions {
    /// A log in `folder`, 30 days of it, with 10 seconds of patience.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            days_kept: DAYS_KEPT,
            limits: Limits {
                patience: PATIENCE,
                most_pending: MOST_PENDING,
            },
            clock: Arc::new(|| SystemTime::now().into()),
            disk: Arc::new(LocalDisk),
        }
    }

    /// Keeps the files of this many days, today's included. There is always today's.
    pub fn days_kept(self, days_kept: u32) -> Self {
        Self { days_kept, ..self }
    }

    /// How long a call waits for a disk that does not take its record, before it fails.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.limits.patience = patience;
        self
    }

    /// How many bytes may wait to be written before callers wait for room.
    #[cfg(test)]
    pub fn most_pending(mut self, most_pending: usize) -> Self {
        self.limits.most_pending = most_pending;
        self
    }

    /// Tells the time by another clock than the machine's.
    #[cfg(test)]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Writes through another disk than the machine's.
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
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
