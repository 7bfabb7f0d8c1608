//! [`Output`]: standard output, a message a line.
//!
//! Whoever may block writes at once where nothing waits; everything else queues for a thread that only writes.

use std::{
    fs::File,
    io::{self, Write as _},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use bytes::Bytes;
use tokio::{runtime::Handle, sync::Semaphore};
use tokio_util::sync::CancellationToken;

use crate::{
    core::{BoxFuture, lock},
    server::peer::Outbox,
};

/// How many messages may wait for a host that reads slowly. Then whoever sends waits too.
const QUEUE: usize = 64;

/// Standard output, a message a line.
pub(super) struct Output {
    file: File,
    state: Mutex<State>,
    /// Tells the writing thread that there may be something to do.
    wake: Condvar,
    room: Semaphore,
    done: CancellationToken,
}

#[derive(Default)]
struct State {
    queue: Vec<Bytes>,
    /// Whether somebody writes: one at a time.
    is_writing: bool,
    /// Whether no more messages are taken.
    is_closed: bool,
}

impl Output {
    /// Takes `file` for messages, and starts the thread that writes what waits.
    pub(super) fn start(file: File) -> io::Result<Arc<Self>> {
        let output = Arc::new(Self {
            file,
            state: Mutex::default(),
            wake: Condvar::new(),
            room: Semaphore::new(QUEUE),
            done: CancellationToken::new(),
        });
        let writer = Arc::clone(&output);
        thread::Builder::new()
            .name("stdout".into())
            .spawn(move || writer.write_queue())?;
        Ok(output)
    }

    /// Writes a message, and blocks until that is done or the message is next in line.
    pub(super) fn write(&self, message: Bytes, runtime: &Handle) {
        if !self.take_turn() {
            runtime.block_on(self.push(message));
            return;
        }
        self.put(message.into());
        self.end_turn(0);
    }

    /// No more messages; what waits is written. Returns when all of it was.
    pub(super) async fn finish(&self) {
        lock(&self.state).is_closed = true;
        self.wake.notify_one();
        self.done.cancelled().await;
    }

    async fn push(&self, message: Bytes) -> bool {
        match self.room.acquire().await {
            Ok(room) => {
                room.forget();
                self.enqueue(message)
            }
            Err(_) => false,
        }
    }

    fn enqueue(&self, message: Bytes) -> bool {
        let mut state = lock(&self.state);
        if state.is_closed {
            return false;
        }
        state.queue.push(message);
        if !state.is_writing {
            self.wake.notify_one();
        }
        true
    }

    /// Whether the caller may write now, before anybody else.
    fn take_turn(&self) -> bool {
        let mut state = lock(&self.state);
        let is_free = !state.is_writing && !state.is_closed && state.queue.is_empty();
        state.is_writing |= is_free;
        is_free
    }

    /// Ends a turn in which `count` messages of the queue were written.
    fn end_turn(&self, count: usize) {
        let mut state = lock(&self.state);
        state.is_writing = false;
        self.room.add_permits(count);
        if state.is_closed || !state.queue.is_empty() {
            self.wake.notify_one();
        }
    }

    /// Writes one message. A host that is gone is never written to again.
    fn put(&self, mut line: Vec<u8>) {
        line.push(b'\n');
        if (&self.file).write_all(&line).is_err() {
            let mut state = lock(&self.state);
            state.is_closed = true;
            state.queue.clear();
            self.room.close();
        }
    }

    /// The work of the writing thread.
    fn write_queue(&self) {
        while let Some(messages) = self.next_messages() {
            self.put(messages.join(&b'\n'));
            self.end_turn(messages.len());
        }
        self.done.cancel();
    }

    /// Everything that waits, and the turn to write it; none when there will be no more.
    fn next_messages(&self) -> Option<Vec<Bytes>> {
        let mut state = lock(&self.state);
        loop {
            if !state.is_writing && !state.queue.is_empty() {
                state.is_writing = true;
                return Some(std::mem::take(&mut state.queue));
            }
            if !state.is_writing && state.is_closed {
                return None;
            }
            state = self
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Outbox for Output {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(self.push(message))
    }

    fn send_now(&self, message: Bytes) {
        if let Ok(room) = self.room.try_acquire() {
            room.forget();
            self.enqueue(message);
        }
    }
}
