//! [`ExecutionLog`]: writes the records of calls.

use std::{
    error::Error,
    mem,
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use tokio::time::{Instant, timeout_at};
use toolwright_base::lock;

use super::{
    batch::PendingWrite,
    error::LogError,
    options::LogOptions,
    rolling_file::RollingFile,
    write_queue::{Enqueued, WriteQueue},
};
use crate::core::{BoxFuture, CallLog};

/// Writes the records of calls.
///
/// A process opens one log and shares it in an [`Arc`].
/// [`Governance::log`](crate::govern::Governance::log) takes it, so that every call of a server is
/// recorded.
///
/// # Examples
/// ```
/// use toolwright::log::{ExecutionLog, LogOptions};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), toolwright::log::LogError> {
/// # let folder = std::env::temp_dir().join(format!("toolwright-doc-{}", std::process::id()));
/// let log = ExecutionLog::open(LogOptions::new(&folder))?;
/// log.append(br#"{"tool":"add","outcome":"ok"}"#.to_vec()).await?;
/// log.close().await;
///
/// let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
/// let text = std::fs::read_to_string(file.path()).unwrap();
/// assert_eq!(text, "{\"tool\":\"add\",\"outcome\":\"ok\"}\n");
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ExecutionLog {
    pub(super) queue: Arc<WriteQueue>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl ExecutionLog {
    /// Opens the log, and creates its folder if that does not exist.
    ///
    /// It repairs files that a killed process left with an incomplete last line, and deletes files
    /// older than the retention period. It blocks for a few file operations.
    ///
    /// # Errors
    /// Returns [`LogError::Folder`] if records cannot be written there.
    pub fn open(options: LogOptions) -> Result<Self, LogError> {
        let folder = options.folder.clone();
        let limits = options.limits;
        let file = RollingFile::open(options)?;
        let queue = Arc::new(WriteQueue::new(file, limits));
        let writer = Arc::clone(&queue);
        let thread = thread::Builder::new()
            .name("execution-log".to_owned())
            .spawn(move || writer.run())
            .map_err(|error| LogError::folder(&folder, error))?;
        Ok(Self {
            queue,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Writes one record: a JSON object, without a newline at its end.
    ///
    /// When this returns, the kernel has the record. While the disk is full, it waits. Dropping the
    /// future does not withdraw the record: it is still written.
    ///
    /// # Errors
    /// Returns an error if the record was not written within [`LogOptions::write_timeout`], or if
    /// the log is closed.
    pub async fn append(&self, mut record: Vec<u8>) -> Result<(), LogError> {
        end_line(&mut record);
        match self.queue.enter(record)? {
            Enqueued::Written => Ok(()),
            Enqueued::Waiting(pending) => self.wait(&pending, self.deadline()).await,
            Enqueued::Full(record) => self.append_when_there_is_room(record).await,
        }
    }

    /// Writes one record without waiting for it, for a call whose caller has gone. While the disk
    /// is full and too many records wait, it is dropped, and the loss is logged.
    ///
    /// # Errors
    /// Returns [`LogError::Closed`] if the log is closed.
    #[doc(hidden)]
    pub fn post(&self, mut record: Vec<u8>) -> Result<(), LogError> {
        end_line(&mut record);
        self.queue.post(&record)
    }

    /// Whether records cannot be written at present, for instance because the disk is full.
    pub fn is_failing(&self) -> bool {
        self.queue.is_failing()
    }

    /// Writes the remaining records, syncs them to the disk, and closes the log.
    pub async fn close(&self) {
        // The sender is dropped when everything is written.
        let _ = self.queue.close().await;
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.queue.write_timeout()
    }

    async fn append_when_there_is_room(&self, record: Vec<u8>) -> Result<(), LogError> {
        let deadline = self.deadline();
        let mut unqueued = UnqueuedRecord {
            queue: &self.queue,
            record,
        };
        let room = timeout_at(deadline, self.queue.reserve(unqueued.record.len())).await;
        let record = mem::take(&mut unqueued.record);
        let room = room.map_err(|_| self.queue.give_up())?;
        let pending = self.queue.enter_with(&record, room?)?;
        match pending {
            None => Ok(()),
            Some(pending) => self.wait(&pending, deadline).await,
        }
    }

    async fn wait(&self, pending: &PendingWrite, deadline: Instant) -> Result<(), LogError> {
        let written = timeout_at(deadline, pending.written()).await;
        if written.is_ok() || !pending.abandon() {
            return Ok(());
        }
        Err(self.queue.give_up())
    }
}

/// A record that waits for room in the queue. It is posted if its caller stops waiting.
struct UnqueuedRecord<'a> {
    queue: &'a WriteQueue,
    record: Vec<u8>,
}

impl Drop for UnqueuedRecord<'_> {
    fn drop(&mut self) {
        if !self.record.is_empty() {
            let _ = self.queue.post(&self.record);
        }
    }
}

impl CallLog for ExecutionLog {
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>> {
        Box::pin(async move { Ok(self.append(record).await?) })
    }

    fn post(&self, record: Vec<u8>) {
        if let Err(error) = self.post(record) {
            tracing::error!("{error}");
        }
    }

    fn is_failing(&self) -> bool {
        self.is_failing()
    }
}

impl Drop for ExecutionLog {
    fn drop(&mut self) {
        // The thread writes what was posted, and ends by itself.
        drop(self.queue.close());
    }
}

/// Ends the record with a newline, and replaces newlines inside of it by spaces, which mean the
/// same in JSON.
fn end_line(record: &mut Vec<u8>) {
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'\n', &record[from..]) {
        record[from + at] = b' ';
        from += at + 1;
    }
    record.push(b'\n');
}
