//! [`LogCopy`]: carries the records of this server's files into the table.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::{Days, NaiveDate, Utc};
use tokio::{
    sync::{Notify, watch},
    time::{sleep, timeout},
};
use toolwright::log::{LogEntry, LogTail};
use toolwright_base::{
    Backoff,
    files::{LockFile, read_text, replace},
};

use super::shared_log::SharedLog;
use crate::store::{StoreError, on_own_thread};

/// How often new records are looked for.
const INTERVAL: Duration = Duration::from_millis(250);
/// The records of a batch, and its bytes.
const MAX_RECORDS: usize = 1000;
const MAX_BYTES: usize = 4 << 20;
/// The pauses while the database cannot be used.
const PAUSES: Backoff = Backoff::new(Duration::from_millis(250), Duration::from_secs(5));
/// How often old partitions are looked for.
const SWEEP: Duration = Duration::from_secs(3600);
/// How often it is kept how far the files were copied.
const KEEP: Duration = Duration::from_secs(1);
/// How often the process that does not copy tries whether it is its turn.
const TURN: Duration = Duration::from_secs(5);
/// The file that has the positions up to which the files were copied, and the lock of the one process
/// that copies.
const POSITIONS: &str = "executions.copied";
const LOCK: &str = "executions.copied.lock";
/// The largest file of positions that is read.
const MAX_POSITIONS: u64 = 1 << 20;

/// How far the files were copied.
struct Progress {
    tail: LogTail,
    /// The days whose partition is there.
    days: BTreeSet<NaiveDate>,
    /// When it was kept in a file.
    kept: Instant,
}

/// Carries the records of a folder into the table, those of all processes that write there.
#[derive(Debug, Clone)]
pub struct LogCopy {
    log: SharedLog,
    folder: PathBuf,
    days_kept: u32,
    wanted: Arc<Notify>,
    /// Counts the times at which everything was copied that there was.
    rounds: Arc<watch::Sender<u64>>,
}

impl LogCopy {
    /// Copies the log in `folder`. Nothing is read yet.
    pub fn new(log: SharedLog, folder: &Path, days_kept: u32) -> Self {
        Self {
            log,
            folder: folder.to_owned(),
            days_kept,
            wanted: Arc::default(),
            rounds: Arc::default(),
        }
    }

    /// Returns the log that it copies to.
    pub const fn log(&self) -> &SharedLog {
        &self.log
    }

    /// Returns the folder that it copies from.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Waits until the last records were copied, for two seconds at most: the rest is copied when a server
    /// of this folder starts again.
    pub async fn finish(&self) {
        if !self.caught_up(Duration::from_secs(2)).await {
            tracing::warn!("the last records are copied when the server starts again");
        }
    }

    /// Waits until the records that there are now were copied, but not longer than `patience`. Returns
    /// whether they were.
    pub(super) async fn caught_up(&self, patience: Duration) -> bool {
        let mut rounds = self.rounds.subscribe();
        let seen = *rounds.borrow_and_update();
        self.wanted.notify_one();
        // The round that runs now may have begun before.
        let caught_up = rounds.wait_for(|round| *round >= seen + 2);
        timeout(patience, caught_up)
            .await
            .is_ok_and(|it| it.is_ok())
    }

    /// Copies all the time, while no other process of the folder does. Never returns.
    pub async fn run(self) {
        let mut failures = 0;
        loop {
            let Err(why) = self.copy(&mut failures).await;
            if failures == 0 {
                tracing::warn!("the execution log is not copied to the database now: {why}");
            }
            failures += 1;
            sleep(PAUSES.pause(failures)).await;
        }
    }

    async fn copy(&self, failures: &mut u32) -> Result<std::convert::Infallible, CopyError> {
        let _turn = self.turn().await?;
        let folder = self.folder.clone();
        let mut progress = Progress {
            tail: on_own_thread(move || Ok(tail(&folder))).await?,
            days: BTreeSet::new(),
            kept: Instant::now(),
        };
        let mut swept = None::<Instant>;
        loop {
            if swept.is_none_or(|swept| swept.elapsed() >= SWEEP) {
                self.log.keep(self.days_kept).await?;
                swept = Some(Instant::now());
                // Another server may drop what this one has made.
                progress.days.clear();
            }
            let is_done = self.copy_batch(&mut progress).await?;
            if *failures > 0 {
                tracing::info!("the execution log is copied to the database again");
                *failures = 0;
            }
            if is_done {
                self.rounds.send_modify(|round| *round += 1);
                let _ = timeout(INTERVAL, self.wanted.notified()).await;
            }
        }
    }

    /// Waits until no other process copies this folder.
    async fn turn(&self) -> Result<LockFile, CopyError> {
        loop {
            let lock = LockFile::open(&self.folder.join(LOCK))?;
            if lock.try_lock()? {
                return Ok(lock);
            }
            sleep(TURN).await;
        }
    }

    /// Copies the next records. Returns whether there were none.
    async fn copy_batch(&self, progress: &mut Progress) -> Result<bool, CopyError> {
        let mut next = progress.tail.clone();
        let (next, entries) = on_own_thread(move || {
            let entries = next.read(MAX_RECORDS, MAX_BYTES);
            Ok(entries.map(|entries| (next, entries)))
        })
        .await??;
        let has_moved = next.positions().ne(progress.tail.positions());
        let is_done = entries.is_empty() && !has_moved;
        let today = Utc::now().date_naive();
        for entry in &entries {
            if let Some(day) = self.day(entry, today)
                && !progress.days.contains(&day)
            {
                self.log.prepare(day).await?;
                progress.days.insert(day);
            }
        }
        self.write(entries).await?;
        progress.tail = next;
        // What is copied twice after a crash is there once.
        if has_moved && progress.kept.elapsed() >= KEEP {
            let tail = progress.tail.clone();
            on_own_thread(move || Ok(keep(&tail))).await??;
            progress.kept = Instant::now();
        }
        Ok(is_done)
    }

    /// Writes records. One that the database refuses stays in its file alone, so that it does not hold up
    /// the others.
    async fn write(&self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        let written = self.log.write(entries.clone()).await;
        let Err(StoreError::Refused { why }) = written else {
            return written;
        };
        let (mut refused, total) = (Vec::new(), entries.len());
        for entry in entries {
            let id = entry.id.clone();
            match self.log.write(vec![entry]).await {
                Err(StoreError::Refused { why }) => refused.push((id, why)),
                written => written?,
            }
        }
        // If it takes none at all, the reason is another one.
        if refused.len() == total {
            return Err(StoreError::Refused { why });
        }
        for (id, why) in refused {
            tracing::error!(
                id,
                "a record stays in its file, the database refuses it: {why}"
            );
        }
        Ok(())
    }

    /// Returns the day of a record, if it has a partition of its own. One of a time that is not kept, or
    /// that is yet to come, has none.
    fn day(&self, entry: &LogEntry, today: NaiveDate) -> Option<NaiveDate> {
        let day = entry.time.date_naive();
        let first = today.checked_sub_days(Days::new(self.days_kept.into()))?;
        let last = today.checked_add_days(Days::new(1))?;
        (first..=last).contains(&day).then_some(day)
    }
}

/// Why nothing is copied.
#[derive(Debug, thiserror::Error)]
enum CopyError {
    #[error(transparent)]
    Database(#[from] StoreError),
    #[error("{0}")]
    Files(#[from] io::Error),
}

/// Returns the tail of a folder from where the last process stopped. Without positions that can be read
/// all is copied again, which changes nothing that is there.
fn tail(folder: &Path) -> LogTail {
    let text = read_text(&folder.join(POSITIONS), MAX_POSITIONS).unwrap_or_default();
    let positions: BTreeMap<String, u64> = serde_json::from_str(&text).unwrap_or_default();
    LogTail::new(folder, positions)
}

/// Keeps how far the files were copied.
fn keep(tail: &LogTail) -> io::Result<()> {
    let positions: BTreeMap<_, _> = tail.positions().collect();
    let text = serde_json::to_string(&positions).unwrap_or_default();
    replace(&tail.folder().join(POSITIONS), text.as_bytes())
}
