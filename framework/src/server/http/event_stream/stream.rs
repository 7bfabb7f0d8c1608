//! [`EventStream`] and its reader.

use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicUsize, Ordering},
};

use bytes::Bytes;
use tokio::sync::Notify;
use toolwright_base::lock;

use super::state::{Event, MAX_EVENTS, StreamState};
use crate::{
    core::BoxFuture,
    server::{
        client_state::{BytePool, PooledBytes},
        peer::Outbox,
    },
};

/// How many bytes of replies may wait for a stream although those of all streams are too many.
const MAX_WAITING_BYTES: usize = 64 * 1024;

/// The messages of one response.
#[derive(Debug)]
pub(in crate::server::http) struct EventStream {
    /// Its number in the session, if it can be resumed.
    number: Option<u64>,
    pool: Arc<BytePool>,
    state: Mutex<StreamState>,
    /// How many replies are to be written to it.
    pending_replies: AtomicUsize,
    /// The size of the replies that wait for room.
    waiting_bytes: AtomicUsize,
    readable: Notify,
    writable: Notify,
}

impl EventStream {
    /// Creates a stream that cannot be resumed.
    pub(in crate::server::http) fn single_use(pool: &Arc<BytePool>) -> Arc<Self> {
        Arc::new(Self::new(None, pool))
    }

    /// Creates the stream of this number in a session, which can be resumed.
    pub(in crate::server::http) fn resumable(number: u64, pool: &Arc<BytePool>) -> Arc<Self> {
        Arc::new(Self::new(Some(number), pool))
    }

    fn new(number: Option<u64>, pool: &Arc<BytePool>) -> Self {
        Self {
            number,
            pool: Arc::clone(pool),
            state: Mutex::new(StreamState::new(pool)),
            pending_replies: AtomicUsize::new(0),
            waiting_bytes: AtomicUsize::new(0),
            readable: Notify::new(),
            writable: Notify::new(),
        }
    }

    pub(in crate::server::http) const fn number(&self) -> Option<u64> {
        self.number
    }

    /// Returns whether a response must be an event stream: there is a message, or the stream was
    /// released.
    pub(in crate::server::http) fn has_begun(&self) -> bool {
        self.lock().has_begun()
    }

    /// Returns whether all messages were written and read.
    pub(in crate::server::http) fn is_delivered(&self) -> bool {
        self.lock().is_delivered()
    }

    /// Returns how many bytes of messages the stream holds.
    pub(in crate::server::http) fn kept_bytes(&self) -> usize {
        self.lock().kept_bytes()
    }

    /// Waits until [`Self::has_begun`].
    pub(in crate::server::http) async fn wait_until_begun(&self) {
        loop {
            let readable = self.readable.notified();
            if self.has_begun() {
                return;
            }
            readable.await;
        }
    }

    /// Writes the last message, without waiting for room.
    pub(in crate::server::http) fn finish(&self, data: Bytes) {
        let mut state = self.lock();
        match (state.is_disconnected(), self.number) {
            (false, _) => state.push(data),
            (true, Some(_)) => state.keep(data),
            (true, None) => {}
        }
        state.finished = true;
        drop(state);
        self.readable.notify_waiters();
    }

    /// Ends the stream without a last message.
    pub(in crate::server::http) fn close(&self) {
        self.lock().finished = true;
        self.readable.notify_waiters();
        self.writable.notify_waiters();
    }

    /// Ends the stream, and drops what was not read.
    pub(in crate::server::http) fn discard(&self) {
        self.lock().drop_all();
        self.close();
    }

    /// Reserves a place for a reply to a further request. Returns `None` if the client reads so
    /// slowly that no reply could be written now.
    pub(in crate::server::http) fn reserve_reply(self: &Arc<Self>) -> Option<ReplyPlace> {
        let state = self.lock();
        let pending = self.pending_replies.load(Ordering::Relaxed);
        if pending >= MAX_EVENTS || !state.has_room() || state.finished {
            return None;
        }
        self.pending_replies.fetch_add(1, Ordering::Relaxed);
        drop(state);
        Some(ReplyPlace(Arc::clone(self)))
    }

    /// Attaches a reader that starts after the event `after`, or at the beginning. A previous
    /// reader is detached.
    pub(in crate::server::http) fn attach(self: &Arc<Self>, after: Option<u64>) -> EventReader {
        let mut state = self.lock();
        state.reader += 1;
        state.attached = true;
        let reader = EventReader {
            stream: Arc::clone(self),
            id: state.reader,
            next: after.map_or(0, |after| after.saturating_add(1)),
        };
        if std::mem::take(&mut state.released) {
            state.detach_reader();
        }
        drop(state);
        self.readable.notify_waiters();
        self.writable.notify_waiters();
        reader
    }

    /// Counts a reply that waits for room. Returns `None` if the server holds too many, unless this
    /// stream has little of them: others must not be able to end it.
    fn wait_with(&self, bytes: usize) -> Option<WaitingBytes<'_>> {
        let mut counted = self.pool.nothing();
        let own = self.waiting_bytes.load(Ordering::Relaxed) + bytes;
        if !counted.grow(bytes) {
            if own > MAX_WAITING_BYTES {
                return None;
            }
            counted.force(bytes);
        }
        self.waiting_bytes.fetch_add(bytes, Ordering::Relaxed);
        Some(WaitingBytes {
            stream: self,
            counted,
        })
    }

    async fn push(&self, mut data: Bytes) -> bool {
        loop {
            let writable = self.writable.notified();
            match self.push_now(data) {
                Ok(is_heard) => return is_heard,
                Err(unwritten) => data = unwritten,
            }
            writable.await;
        }
    }

    /// Writes a message if there is room for it, and gives it back otherwise. Returns whether
    /// somebody may read it.
    fn push_now(&self, data: Bytes) -> Result<bool, Bytes> {
        let mut state = self.lock();
        let is_disconnected = state.is_disconnected();
        if state.finished || (is_disconnected && self.number.is_none()) {
            return Ok(false);
        }
        if is_disconnected {
            state.keep(data);
        } else {
            state.try_push(data)?;
        }
        drop(state);
        self.readable.notify_waiters();
        Ok(true)
    }

    fn lock(&self) -> MutexGuard<'_, StreamState> {
        lock(&self.state)
    }
}

impl Outbox for EventStream {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(self.push(message))
    }

    fn send_now(&self, message: Bytes) {
        // Without room, the message is dropped.
        let _ = self.push_now(message);
    }

    fn release(&self) {
        if self.number.is_none() {
            return;
        }
        let mut state = self.lock();
        if state.reader == 0 {
            state.released = true;
        } else {
            state.detach_reader();
        }
        drop(state);
        self.readable.notify_waiters();
        self.writable.notify_waiters();
    }
}

/// A reader of a stream.
#[derive(Debug)]
pub(in crate::server::http) struct EventReader {
    stream: Arc<EventStream>,
    id: u64,
    next: u64,
}

impl EventReader {
    pub(in crate::server::http) fn stream_number(&self) -> Option<u64> {
        self.stream.number()
    }

    /// Waits for the next message. Returns `None` if there will be no more for this reader.
    pub(in crate::server::http) async fn next(&mut self) -> Option<Event> {
        loop {
            let stream = Arc::clone(&self.stream);
            let readable = stream.readable.notified();
            {
                let mut state = stream.lock();
                if state.reader != self.id {
                    return None;
                }
                if let Some(event) = self.take(&mut state) {
                    drop(state);
                    stream.writable.notify_waiters();
                    return Some(event);
                }
                if state.finished {
                    return None;
                }
            }
            readable.await;
        }
    }

    fn take(&mut self, state: &mut StreamState) -> Option<Event> {
        let event = state.read(self.next)?;
        self.next = event.number + 1;
        if self.stream.number.is_none() {
            state.drop_before(self.next);
        }
        Some(event)
    }
}

impl Drop for EventReader {
    fn drop(&mut self) {
        let mut state = self.stream.lock();
        if state.reader == self.id {
            state.attached = false;
            if self.stream.number.is_some() {
                state.shrink_to_kept();
            } else {
                state.drop_all();
            }
        }
        drop(state);
        self.stream.writable.notify_waiters();
    }
}

/// A place for the reply to a request, on a stream that carries all replies of a session.
#[derive(Debug)]
pub(in crate::server::http) struct ReplyPlace(Arc<EventStream>);

impl ReplyPlace {
    /// Returns the stream, for messages before the reply.
    pub(in crate::server::http) fn outbox(&self) -> Arc<dyn Outbox> {
        Arc::clone(&self.0) as Arc<_>
    }

    /// Writes the reply, and waits until there is room for it. If the server holds too many replies
    /// that wait, and more than a few bytes of them are for this stream, it ends instead. Returns
    /// whether it goes on.
    pub(in crate::server::http) async fn write(self, reply: Bytes) -> bool {
        let reply = match self.0.push_now(reply) {
            Ok(is_heard) => return is_heard,
            Err(waiting) => waiting,
        };
        let Some(_waiting) = self.0.wait_with(reply.len()) else {
            self.0.discard();
            return false;
        };
        self.0.push(reply).await
    }
}

/// Bytes of a reply that waits for room.
struct WaitingBytes<'s> {
    stream: &'s EventStream,
    counted: PooledBytes,
}

impl Drop for WaitingBytes<'_> {
    fn drop(&mut self) {
        let bytes = self.counted.count();
        self.stream
            .waiting_bytes
            .fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for ReplyPlace {
    fn drop(&mut self) {
        self.0.pending_replies.fetch_sub(1, Ordering::Relaxed);
    }
}
