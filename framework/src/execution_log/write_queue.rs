//! [`WriteQueue`]: decides which caller writes, and lets the others wait.
//!
//! A caller that finds nobody writing writes its record itself, in one system call, without a
//! change of thread. Callers that arrive meanwhile leave their records in the queue, and the
//! writing caller writes them as one batch. After a few rounds, or when the disk refuses, it hands
//! the queue to the log's own thread. A slow disk therefore blocks at most one thread of the
//! runtime; all other callers wait without blocking one.
//!
//! This was measured against a write by every caller and against a writer thread with a channel.

use std::{
    io, mem,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;
use toolwright_base::lock;

use super::{
    batch::{Batch, PendingWrite, Waiter},
    error::LogError,
    options::{Capacity, QueueLimits, Room, is_large},
    rolling_file::RollingFile,
};

/// How many batches, of which size, a caller writes for others before it hands over to the thread.
const MAX_ROUNDS: usize = 4;
const MAX_FOR_OTHERS: usize = 256 << 10;
/// How long the thread pauses between attempts, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_millis(200);

/// The records that wait to be written, and the right to write.
#[derive(Debug)]
pub(super) struct WriteQueue {
    state: Mutex<QueueState>,
    /// Wakes the thread.
    wake: Condvar,
    /// Only locked by the holder of the right to write.
    file: Mutex<RollingFile>,
    capacity: Capacity,
    limits: QueueLimits,
    /// Whether the disk refused the last record that it got, other than for its length.
    is_failing: AtomicBool,
}

#[derive(Debug, Default)]
struct QueueState {
    writer: CurrentWriter,
    pending: Batch,
    /// The last error, while the thread retries.
    failure: Option<Arc<io::Error>>,
    /// Whether a caller timed out, so that its record must not be written any more.
    has_abandoned: bool,
    /// How many records could not be written, and were not reported yet.
    lost: u64,
    is_closed: bool,
    has_ended: bool,
    closing: Vec<oneshot::Sender<()>>,
}

/// The holder of the right to write.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum CurrentWriter {
    #[default]
    Nobody,
    Caller,
    Thread,
}

/// The outcome of [`WriteQueue::enter`].
#[derive(Debug)]
pub(super) enum Enqueued {
    Written,
    Waiting(Arc<PendingWrite>),
    /// The queue is full; the record is returned.
    Full(Vec<u8>),
}

impl WriteQueue {
    pub(super) fn new(file: RollingFile, limits: QueueLimits) -> Self {
        Self {
            state: Mutex::default(),
            wake: Condvar::new(),
            file: Mutex::new(file),
            capacity: Capacity::new(limits.most_pending),
            limits,
            is_failing: AtomicBool::new(false),
        }
    }

    pub(super) const fn write_timeout(&self) -> Duration {
        self.limits.write_timeout
    }

    /// Whether records cannot be written at present.
    pub(super) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed)
    }

    /// Writes a record, or queues it if somebody else is writing.
    pub(super) fn enter(&self, record: Vec<u8>) -> Result<Enqueued, LogError> {
        let mut state = self.open_state()?;
        if state.writer == CurrentWriter::Nobody {
            state.writer = CurrentWriter::Caller;
            drop(state);
            let pending = self.write_as_caller(&record);
            return Ok(pending.map_or(Enqueued::Written, Enqueued::Waiting));
        }
        match self.capacity.try_take(record.len()) {
            Some(room) => Ok(Enqueued::Waiting(state.queue(&record, room))),
            None => Ok(Enqueued::Full(record)),
        }
    }

    /// Does the same for a record that has its room.
    pub(super) fn enter_with(
        &self,
        record: &[u8],
        room: Room,
    ) -> Result<Option<Arc<PendingWrite>>, LogError> {
        let mut state = self
            .open_state()
            .inspect_err(|_| self.capacity.give_back(room))?;
        if state.writer == CurrentWriter::Nobody {
            state.writer = CurrentWriter::Caller;
            drop(state);
            self.capacity.give_back(room);
            return Ok(self.write_as_caller(record));
        }
        Ok(Some(state.queue(record, room)))
    }

    /// Writes or queues a record that nobody waits for. It is lost if there is no room.
    pub(super) fn post(&self, record: &[u8]) -> Result<(), LogError> {
        let mut state = self.open_state()?;
        let waiter = Waiter::Nobody(Instant::now() + self.limits.write_timeout);
        if state.writer == CurrentWriter::Nobody {
            state.pending.push(record, Room::default(), waiter);
            state.writer = CurrentWriter::Caller;
            drop(state);
            self.write_for_others();
        } else if let Some(room) = self.capacity.try_take(record.len()) {
            state.pending.push(record, room, waiter);
        } else {
            state.lost += 1;
        }
        Ok(())
    }

    /// Waits for room for a record of this length.
    pub(super) async fn reserve(&self, length: usize) -> Result<Room, LogError> {
        self.capacity.take(length).await
    }

    /// Gives up a record whose caller timed out. Returns why it was not written.
    pub(super) fn give_up(&self) -> LogError {
        let mut state = lock(&self.state);
        state.has_abandoned = true;
        match &state.failure {
            Some(source) => LogError::Unwritable {
                source: Arc::clone(source),
            },
            None => LogError::Timeout {
                after: self.limits.write_timeout,
            },
        }
    }

    /// Refuses further records. The receiver resolves when everything is written.
    pub(super) fn close(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        let mut state = lock(&self.state);
        state.is_closed = true;
        if !state.has_ended {
            state.closing.push(sender);
        }
        drop(state);
        self.wake.notify_one();
        receiver
    }

    /// Returns the number of records that wait.
    #[cfg(test)]
    pub(super) fn pending(&self) -> usize {
        lock(&self.state).pending.len()
    }

    /// Returns the number of bytes that wait.
    #[cfg(test)]
    pub(super) fn pending_bytes(&self) -> usize {
        lock(&self.state).pending.bytes().len()
    }

    /// Whether somebody is writing.
    #[cfg(test)]
    pub(super) fn is_busy(&self) -> bool {
        lock(&self.state).writer != CurrentWriter::Nobody
    }

    /// Runs the log's own thread until the log is closed.
    pub(super) fn run(&self) {
        while self.wait_for_work() {
            self.write_until_empty();
        }
        lock(&self.file).close();
        let mut state = lock(&self.state);
        state.has_ended = true;
        // Dropping the senders resolves the receivers.
        state.closing.clear();
    }

    fn open_state(&self) -> Result<MutexGuard<'_, QueueState>, LogError> {
        let state = lock(&self.state);
        if state.is_closed {
            return Err(LogError::Closed);
        }
        Ok(state)
    }

    /// Writes a record, and some of those queued meanwhile. Returns it as pending if the disk
    /// refused.
    fn write_as_caller(&self, record: &[u8]) -> Option<Arc<PendingWrite>> {
        let written = lock(&self.file).write(record);
        let Some(error) = written.failure else {
            if self.is_failing() {
                self.note_recovery();
            }
            self.write_for_others();
            return None;
        };
        let pending = Arc::new(PendingWrite::new());
        let mut batch = Batch::default();
        let waiter = Waiter::Caller(Arc::clone(&pending));
        batch.push(record, Room::default(), waiter);
        self.put_back(batch, error);
        self.hand_to_thread();
        Some(pending)
    }

    /// Writes the records that were queued meanwhile, as long as they are few.
    fn write_for_others(&self) {
        for _ in 0..MAX_ROUNDS {
            let mut state = lock(&self.state);
            self.drop_abandoned_writes(&mut state);
            if state.pending.is_empty() {
                state.stop_writing();
                if state.is_closed {
                    self.wake.notify_one();
                }
                return;
            }
            if state.pending.bytes().len() > MAX_FOR_OTHERS {
                break;
            }
            let batch = mem::take(&mut state.pending);
            drop(state);
            if !self.write_batch(batch) {
                break;
            }
        }
        self.hand_to_thread();
    }

    /// Writes a batch, and puts back what the disk refused. Returns whether all is written.
    fn write_batch(&self, mut batch: Batch) -> bool {
        let written = lock(&self.file).write(batch.bytes());
        self.capacity.give_back(batch.settle(written.bytes));
        let Some(error) = written.failure else {
            if self.is_failing() {
                self.note_recovery();
            }
            return true;
        };
        self.put_back(batch, error);
        false
    }

    fn put_back(&self, mut batch: Batch, error: io::Error) {
        let mut state = lock(&self.state);
        if state.failure.is_none() {
            tracing::error!("cannot write the execution log, calls wait for it: {error}");
        }
        // The first line is the one that was refused. A disk that has no space for a large record
        // may have some for others.
        let is_only_full = matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
        );
        let is_failing = !is_only_full || !batch.first_length().is_some_and(is_large);
        self.is_failing.store(is_failing, Ordering::Relaxed);
        batch.extend(mem::take(&mut state.pending));
        batch.sort_by_length();
        state.failure = Some(Arc::new(error));
        state.pending = batch;
    }

    /// Passes the right to write to the thread.
    fn hand_to_thread(&self) {
        lock(&self.state).writer = CurrentWriter::Thread;
        self.wake.notify_one();
    }

    /// Waits until the thread has something to write. Returns false when the log is closed.
    fn wait_for_work(&self) -> bool {
        let state = lock(&self.state);
        let is_idle = |state: &mut QueueState| match state.writer {
            CurrentWriter::Thread => false,
            CurrentWriter::Nobody => !state.is_closed,
            CurrentWriter::Caller => true,
        };
        let waited = self.wake.wait_while(state, is_idle);
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        state.writer == CurrentWriter::Thread
    }

    /// Writes until the queue is empty, and retries while the disk refuses.
    fn write_until_empty(&self) {
        let mut pause = FIRST_PAUSE;
        while let Some(batch) = self.take_pending() {
            if self.write_batch(batch) {
                self.note_recovery();
                pause = FIRST_PAUSE;
            } else {
                thread::sleep(pause);
                pause = MAX_PAUSE.min(pause * 2);
            }
        }
    }

    /// Takes all records of the queue. If there are none, gives up the right to write.
    fn take_pending(&self) -> Option<Batch> {
        let mut state = lock(&self.state);
        self.drop_abandoned_writes(&mut state);
        if state.pending.is_empty() {
            state.failure = None;
            state.stop_writing();
            return None;
        }
        Some(mem::take(&mut state.pending))
    }

    /// Drops the records whose callers timed out.
    fn drop_abandoned_writes(&self, state: &mut QueueState) {
        if !state.has_abandoned && state.failure.is_none() {
            return;
        }
        state.has_abandoned = false;
        let (room, lost) = state.pending.drop_abandoned();
        self.capacity.give_back(room);
        state.lost += lost;
    }

    fn note_recovery(&self) {
        let was_failing = self.is_failing.swap(false, Ordering::Relaxed);
        if lock(&self.state).failure.take().is_some() || was_failing {
            tracing::warn!("the execution log can be written again");
        }
    }
}

impl QueueState {
    /// Queues a record that takes this room.
    fn queue(&mut self, record: &[u8], room: Room) -> Arc<PendingWrite> {
        let pending = Arc::new(PendingWrite::new());
        let waiter = Waiter::Caller(Arc::clone(&pending));
        self.pending.push(record, room, waiter);
        pending
    }

    /// Gives up the right to write, and reports the records that were lost meanwhile.
    fn stop_writing(&mut self) {
        self.writer = CurrentWriter::Nobody;
        let lost = mem::take(&mut self.lost);
        if lost > 0 {
            tracing::error!(
                "{lost} records are missing from the execution log: it could not be written in time"
            );
        }
    }
}
