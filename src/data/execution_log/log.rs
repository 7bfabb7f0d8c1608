//! [`ExecutionLog`]: writes the records of calls.

use std::{
    error::Error,
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use tokio::time::{Instant, timeout_at};

use super::{
    error::LogError,
    options::LogOptions,
    pending_write::Ticket,
    rolling_file::Journal,
    write_queue::{Entered, Queue},
};
use crate::core::{BoxFuture, CallLog, lock};

/// Writes the records of calls. One for a process; share it in an [`Arc`].
#[derive(Debug)]
pub struct ExecutionLog {
    queue: Arc<Queue>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl ExecutionLog {
    /// Opens the log in its folder, which is made if it is not there. It blocks for a few file operations.
    ///
    /// # Errors
    /// [`LogError::Folder`] when records cannot be written there.
    pub fn open(options: LogOptions) -> Result<Self, LogError> {
        let folder = options.folder.clone();
        let limits = options.limits;
        let journal = Journal::open(options)?;
        let queue = Arc::new(Queue::new(journal, limits));
        let writer = Arc::clone(&queue);
        let thread = thread::Builder::new()
            .name("execution-log".to_owned())
            .spawn(move || writer.serve())
            .map_err(|error| LogError::folder(&folder, error))?;
        Ok(Self {
            queue,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Writes one record: a JSON object, without a newline at its end. It is with the kernel when this returns.
    ///
    /// Where nobody else writes just now, the caller does, in one system call. Else it waits; as long as the
    /// disk is full, too. A future that is dropped meanwhile leaves its record to be written.
    ///
    /// # Errors
    /// When the record could not be written before the patience of [`LogOptions`] was over, or the log is closed.
    pub async fn append(&self, mut record: Vec<u8>) -> Result<(), LogError> {
        end_line(&mut record);
        match self.queue.enter(record)? {
            Entered::Written => Ok(()),
            Entered::Waiting(ticket) => self.wait(&ticket, self.deadline()).await,
            Entered::Crowded(record) => self.append_when_room(record).await,
        }
    }

    /// Leaves one record to be written, for whoever cannot wait: the end of a call that nobody waits for any more.
    ///
    /// # Errors
    /// When the log is closed.
    pub fn post(&self, mut record: Vec<u8>) -> Result<(), LogError> {
        end_line(&mut record);
        self.queue.post(&record)
    }

    /// Writes what is left, brings it to the disk, and ends the log.
    pub async fn close(&self) {
        // The sender is dropped when all is done.
        let _ = self.queue.close().await;
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.queue.patience()
    }

    async fn append_when_room(&self, record: Vec<u8>) -> Result<(), LogError> {
        let deadline = self.deadline();
        let room = timeout_at(deadline, self.queue.room(record.len())).await;
        let room = room.map_err(|_| self.queue.give_up())?;
        let ticket = self.queue.enter_with(&record, room?)?;
        match ticket {
            None => Ok(()),
            Some(ticket) => self.wait(&ticket, deadline).await,
        }
    }

    async fn wait(&self, ticket: &Ticket, deadline: Instant) -> Result<(), LogError> {
        let written = timeout_at(deadline, ticket.written()).await;
        if written.is_ok() || !ticket.withdraw() {
            return Ok(());
        }
        Err(self.queue.give_up())
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
}

impl Drop for ExecutionLog {
    fn drop(&mut self) {
        // The thread writes what was posted and ends by itself.
        drop(self.queue.close());
    }
}

/// One record, one line: a newline between the parts of a JSON text is as good as a space.
fn end_line(record: &mut Vec<u8>) {
    let mut from = 0;
    while let Some(at) = memchr::memchr(b'\n', &record[from..]) {
        record[from + at] = b' ';
        from += at + 1;
    }
    record.push(b'\n');
}
