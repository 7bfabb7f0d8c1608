//! [`Queue`]: who writes, and who waits.
//!
//! A caller that finds nobody writing writes its record itself, in one system call, without a change of thread. Those that
//! come meanwhile leave their records here, and it writes these too, together; after a few rounds, or when the disk refuses, it
//! leaves them to the log's own thread. So a slow disk holds up one thread of the runtime at most, and everybody
//! else waits without one. (Measured against a write by each caller and against one writer thread with a channel.)

use std::{
    io, mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::{Semaphore, SemaphorePermit, oneshot};

use super::{
    batch::{Batch, Waiter},
    error::LogError,
    options::Limits,
    pending_write::Ticket,
    rolling_file::Journal,
};
use crate::core::lock;

/// How often a caller writes for others, and how much at most, before the thread does.
const ROUNDS: usize = 4;
const MOST_FOR_OTHERS: usize = 256 << 10;
/// How long the thread waits before it tries again: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// The records that wait, and the right to write.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Tells the thread that there is something for it.
    called: Condvar,
    /// Locked by whoever has the right to write, and so by nobody else.
    journal: Mutex<Journal>,
    room: Semaphore,
    limits: Limits,
}

#[derive(Debug, Default)]
struct State {
    writer: Writer,
    pending: Batch,
    /// Why the thread tries again and again.
    failure: Option<Arc<io::Error>>,
    /// Whether a caller has given up, so that its record is not to be written any more.
    is_given_up: bool,
    is_closed: bool,
    /// The thread has ended.
    is_over: bool,
    closing: Vec<oneshot::Sender<()>>,
}

/// Who has the right to write.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Writer {
    #[default]
    Nobody,
    Caller,
    Thread,
}

/// What became of a record.
#[derive(Debug)]
pub(super) enum Entered {
    Written,
    Waiting(Arc<Ticket>),
    /// There is no room for it yet.
    Crowded(Vec<u8>),
}

impl Queue {
    pub(super) fn new(journal: Journal, limits: Limits) -> Self {
        Self {
            state: Mutex::default(),
            called: Condvar::new(),
            journal: Mutex::new(journal),
            room: Semaphore::new(limits.most_pending),
            limits,
        }
    }

    pub(super) const fn patience(&self) -> Duration {
        self.limits.patience
    }

    /// Writes a record, or lets it wait if somebody else writes.
    pub(super) fn enter(&self, record: Vec<u8>) -> Result<Entered, LogError> {
        let mut state = self.open_state()?;
        if state.writer == Writer::Nobody {
            state.writer = Writer::Caller;
            drop(state);
            let ticket = self.write_as_caller(&record);
            return Ok(ticket.map_or(Entered::Written, Entered::Waiting));
        }
        let Ok(room) = self.room.try_acquire_many(self.share(record.len())) else {
            return Ok(Entered::Crowded(record));
        };
        Ok(Entered::Waiting(state.wait(&record, room)))
    }

    /// [`Queue::enter`] for a record that has got room.
    pub(super) fn enter_with(
        &self,
        record: &[u8],
        room: SemaphorePermit<'_>,
    ) -> Result<Option<Arc<Ticket>>, LogError> {
        let mut state = self.open_state()?;
        if state.writer == Writer::Nobody {
            state.writer = Writer::Caller;
            drop(state);
            return Ok(self.write_as_caller(record));
        }
        Ok(Some(state.wait(record, room)))
    }

    /// Writes a record that nobody waits for, or leaves it to whoever writes.
    pub(super) fn post(&self, record: &[u8]) -> Result<(), LogError> {
        let mut state = self.open_state()?;
        let until = Instant::now() + self.limits.patience;
        state.pending.push(record, 0, Waiter::Nobody(until));
        if state.writer == Writer::Nobody {
            state.writer = Writer::Caller;
            drop(state);
            self.write_for_others();
        }
        Ok(())
    }

    /// Waits for room for a record of this length.
    pub(super) async fn room(&self, length: usize) -> Result<SemaphorePermit<'_>, LogError> {
        let room = self.room.acquire_many(self.share(length)).await;
        room.map_err(|_| LogError::Closed)
    }

    /// A caller has given up. Says why its record was not written.
    pub(super) fn give_up(&self) -> LogError {
        let mut state = lock(&self.state);
        state.is_given_up = true;
        match &state.failure {
            Some(source) => LogError::Unwritable {
                source: Arc::clone(source),
            },
            None => LogError::Slow {
                after: self.limits.patience,
            },
        }
    }

    /// Nothing more may come. The answer comes when all is written.
    pub(super) fn close(&self) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        let mut state = lock(&self.state);
        state.is_closed = true;
        if !state.is_over {
            state.closing.push(sender);
        }
        drop(state);
        self.called.notify_one();
        receiver
    }

    /// How many records wait.
    #[cfg(test)]
    pub(super) fn pending(&self) -> usize {
        lock(&self.state).pending.len()
    }

    /// Whether somebody writes.
    #[cfg(test)]
    pub(super) fn is_busy(&self) -> bool {
        lock(&self.state).writer != Writer::Nobody
    }

    /// What the log's own thread does, until the log is closed.
    pub(super) fn serve(&self) {
        while self.wait_for_a_call() {
            self.write_until_empty();
        }
        lock(&self.journal).close();
        let mut state = lock(&self.state);
        state.is_over = true;
        // Dropping the senders tells those who wait.
        state.closing.clear();
    }

    fn open_state(&self) -> Result<MutexGuard<'_, State>, LogError> {
        let state = lock(&self.state);
        if state.is_closed {
            return Err(LogError::Closed);
        }
        Ok(state)
    }

    /// A record that is larger than all the room takes all of it.
    fn share(&self, length: usize) -> u32 {
        u32::try_from(length.min(self.limits.most_pending)).unwrap_or(u32::MAX)
    }

    /// Writes a record, and some of those that came meanwhile. A ticket if it could not.
    fn write_as_caller(&self, record: &[u8]) -> Option<Arc<Ticket>> {
        let written = lock(&self.journal).write(record);
        let Some(error) = written.failure else {
            self.write_for_others();
            return None;
        };
        let ticket = Arc::new(Ticket::new());
        let mut batch = Batch::default();
        batch.push(record, 0, Waiter::Caller(Arc::clone(&ticket)));
        self.put_back(batch, error);
        self.call_the_thread();
        Some(ticket)
    }

    /// Writes what came meanwhile, as long as that is little.
    fn write_for_others(&self) {
        for _ in 0..ROUNDS {
            let mut state = lock(&self.state);
            self.forget_abandoned(&mut state);
            if state.pending.is_empty() {
                state.writer = Writer::Nobody;
                if state.is_closed {
                    self.called.notify_one();
                }
                return;
            }
            if state.pending.bytes().len() > MOST_FOR_OTHERS {
                break;
            }
            let batch = mem::take(&mut state.pending);
            drop(state);
            if !self.write_batch(batch) {
                break;
            }
        }
        self.call_the_thread();
    }

    /// Writes a batch; puts what the disk refused back.
    fn write_batch(&self, mut batch: Batch) -> bool {
        let written = lock(&self.journal).write(batch.bytes());
        let room = batch.settle(written.bytes);
        self.room.add_permits(room);
        let Some(error) = written.failure else {
            return true;
        };
        self.put_back(batch, error);
        false
    }

    fn put_back(&self, mut batch: Batch, error: io::Error) {
        let mut state = lock(&self.state);
        if state.failure.is_none() {
            tracing::error!("the execution log cannot be written, and calls wait for it: {error}");
        }
        state.failure = Some(Arc::new(error));
        batch.extend(mem::take(&mut state.pending));
        state.pending = batch;
    }

    /// The right to write goes to the thread.
    fn call_the_thread(&self) {
        lock(&self.state).writer = Writer::Thread;
        self.called.notify_one();
    }

    /// Waits until the thread has something to write. False at the end.
    fn wait_for_a_call(&self) -> bool {
        let state = lock(&self.state);
        let is_idle = |state: &mut State| match state.writer {
            Writer::Thread => false,
            Writer::Nobody => !state.is_closed,
            Writer::Caller => true,
        };
        let waited = self.called.wait_while(state, is_idle);
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        state.writer == Writer::Thread
    }

    /// Writes until nothing waits, as long as that may take.
    fn write_until_empty(&self) {
        let mut pause = FIRST_PAUSE;
        while let Some(batch) = self.take_pending() {
            if self.write_batch(batch) {
                self.note_recovery();
                pause = FIRST_PAUSE;
            } else {
                thread::sleep(pause);
                pause = LONGEST_PAUSE.min(pause * 2);
            }
        }
    }

    /// What waits now; if nothing does, the right to write is free.
    fn take_pending(&self) -> Option<Batch> {
        let mut state = lock(&self.state);
        self.forget_abandoned(&mut state);
        if state.pending.is_empty() {
            state.failure = None;
            state.writer = Writer::Nobody;
            return None;
        }
        Some(mem::take(&mut state.pending))
    }

    /// Drops the records whose callers have been told that they are not written.
    fn forget_abandoned(&self, state: &mut State) {
        if !state.is_given_up && state.failure.is_none() {
            return;
        }
        state.is_given_up = false;
        let (room, lost) = state.pending.drop_abandoned();
        self.room.add_permits(room);
        if lost > 0 {
            tracing::error!(
                "{lost} calls are not in the execution log: it could not be written in time"
            );
        }
    }

    fn note_recovery(&self) {
        if lock(&self.state).failure.take().is_some() {
            tracing::warn!("the execution log is written again");
        }
    }
}

impl State {
    /// Lets a record wait, in the room that it has got.
    fn wait(&mut self, record: &[u8], room: SemaphorePermit<'_>) -> Arc<Ticket> {
        let ticket = Arc::new(Ticket::new());
        let share = room.num_permits();
        room.forget();
        let waiter = Waiter::Caller(Arc::clone(&ticket));
        self.pending.push(record, share, waiter);
        ticket
    }
}
