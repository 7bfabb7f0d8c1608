//! [`MessageWriter`]: writes messages to standard output, one per line.
//!
//! A thread that may block writes a message itself if no other message is waiting. All other
//! messages are queued for the writing thread.

use std::{
    fs::File,
    io::{self, Write as _},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
};

use bytes::Bytes;
use tokio::{runtime::Handle, sync::Semaphore};
use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

use crate::{core::BoxFuture, server::peer::Outbox};

/// The largest number of queued messages for a host that reads slowly. A sender then waits.
const MAX_QUEUED: usize = 64;

/// Writes messages to standard output, one per line.
pub(super) struct MessageWriter {
    file: File,
    state: Mutex<WriterState>,
    /// Wakes the writing thread.
    wake: Condvar,
    permits: Semaphore,
    done: CancellationToken,
}

#[derive(Default)]
struct WriterState {
    queue: Vec<Bytes>,
    /// Whether a thread is writing.
    is_writing: bool,
    /// Whether new messages are refused.
    is_closed: bool,
}

impl MessageWriter {
    /// Creates a writer to `file`, and starts the writing thread.
    pub(super) fn start(file: File) -> io::Result<Arc<Self>> {
        let output = Arc::new(Self {
            file,
            state: Mutex::default(),
            wake: Condvar::new(),
            permits: Semaphore::new(MAX_QUEUED),
            done: CancellationToken::new(),
        });
        let writer = Arc::clone(&output);
        thread::Builder::new()
            .name("stdout".into())
            .spawn(move || writer.write_queue())?;
        Ok(output)
    }

    /// Writes a message. Blocks until it is written or queued.
    pub(super) fn write(&self, message: Bytes, runtime: &Handle) {
        if !self.try_begin_write() {
            runtime.block_on(self.push(message));
            return;
        }
        self.write_line(message.into());
        self.end_write(0);
    }

    /// Refuses new messages, and waits until the queued ones are written.
    pub(super) async fn finish(&self) {
        lock(&self.state).is_closed = true;
        self.wake.notify_one();
        self.done.cancelled().await;
    }

    async fn push(&self, message: Bytes) -> bool {
        match self.permits.acquire().await {
            Ok(permit) => {
                permit.forget();
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

    /// Returns whether the caller may write now. If so, it must call [`Self::end_write`]
    /// afterwards.
    fn try_begin_write(&self) -> bool {
        let mut state = lock(&self.state);
        let is_free = !state.is_writing && !state.is_closed && state.queue.is_empty();
        state.is_writing |= is_free;
        is_free
    }

    /// Ends a write of `count` queued messages.
    fn end_write(&self, count: usize) {
        let mut state = lock(&self.state);
        state.is_writing = false;
        self.permits.add_permits(count);
        if state.is_closed || !state.queue.is_empty() {
            self.wake.notify_one();
        }
    }

    /// Writes a line. After an error nothing more is written, since the host is gone.
    fn write_line(&self, mut line: Vec<u8>) {
        line.push(b'\n');
        if (&self.file).write_all(&line).is_err() {
            let mut state = lock(&self.state);
            state.is_closed = true;
            state.queue.clear();
            self.permits.close();
        }
    }

    /// Runs the writing thread.
    fn write_queue(&self) {
        while let Some(messages) = self.next_messages() {
            self.write_line(messages.join(&b'\n'));
            self.end_write(messages.len());
        }
        self.done.cancel();
    }

    /// Waits for queued messages, and begins to write them. Returns `None` when the writer has
    /// ended.
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

impl Outbox for MessageWriter {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(self.push(message))
    }

    fn send_now(&self, message: Bytes) {
        if let Ok(permit) = self.permits.try_acquire() {
            permit.forget();
            self.enqueue(message);
        }
    }
}

/// Returns standard output for the protocol, and redirects all other output to standard error.
#[cfg(unix)]
pub(super) fn take_stdout() -> io::Result<File> {
    let output = rustix::io::dup(io::stdout())?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}

/// Returns standard output. Other output is not redirected on this platform.
#[cfg(not(unix))]
pub(super) fn take_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
