//! [`EventStream`]: the messages of one response, between the call that writes them and a client
//! that may read slowly, disconnect, and resume.
//!
//! Written by hand, since a channel cannot give a resumed reader the events that the previous one
//! had already taken.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};

use bytes::Bytes;
use tokio::sync::Notify;

use crate::{
    core::{BoxFuture, lock},
    server::peer::Outbox,
};

/// The largest number of unread messages. A writer waits until there is room.
const MAX_EVENTS: usize = 64;

/// The messages of one response.
#[derive(Debug)]
pub(super) struct EventStream {
    /// Its number in the session, if it can be resumed.
    number: Option<u64>,
    state: Mutex<StreamState>,
    readable: Notify,
    writable: Notify,
}

#[derive(Debug, Default)]
struct StreamState {
    events: VecDeque<Event>,
    /// The number of the next event to be written.
    next: u64,
    /// The number of the first unread event.
    unread: u64,
    /// The number of the current reader. It changes when another reader attaches or the current one
    /// is detached.
    reader: u64,
    attached: bool,
    /// Whether the first reader is to be detached as soon as it attaches.
    released: bool,
    finished: bool,
}

/// A message with its number in the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) number: u64,
    pub(super) data: Bytes,
}

impl EventStream {
    /// Creates a stream that cannot be resumed.
    pub(super) fn single_use() -> Arc<Self> {
        Arc::new(Self::new(None))
    }

    /// Creates the stream of this number in a session, which can be resumed.
    pub(super) fn resumable(number: u64) -> Arc<Self> {
        Arc::new(Self::new(Some(number)))
    }

    fn new(number: Option<u64>) -> Self {
        Self {
            number,
            state: Mutex::default(),
            readable: Notify::new(),
            writable: Notify::new(),
        }
    }

    pub(super) const fn number(&self) -> Option<u64> {
        self.number
    }

    /// Returns whether a response must be an event stream: there is a message, or the stream was
    /// released.
    pub(super) fn has_begun(&self) -> bool {
        self.lock().has_begun()
    }

    /// Returns whether all messages were written and read.
    pub(super) fn is_delivered(&self) -> bool {
        let state = self.lock();
        state.finished && state.unread == state.next
    }

    /// Waits until [`Self::has_begun`].
    pub(super) async fn wait_until_begun(&self) {
        loop {
            let readable = self.readable.notified();
            if self.has_begun() {
                return;
            }
            readable.await;
        }
    }

    /// Records that the client disconnected before it read anything, so that writers do not wait
    /// for it.
    pub(super) fn abandon(&self) {
        self.lock().detach_reader();
        self.writable.notify_waiters();
    }

    /// Writes the last message, without waiting for room.
    pub(super) fn finish(&self, data: Bytes) {
        let mut state = self.lock();
        state.push(data);
        state.finished = true;
        drop(state);
        self.readable.notify_waiters();
    }

    /// Ends the stream without a last message.
    pub(super) fn close(&self) {
        self.lock().finished = true;
        self.readable.notify_waiters();
    }

    /// Attaches a reader that starts after the event `after`, or at the beginning. A previous
    /// reader is detached.
    pub(super) fn attach(self: &Arc<Self>, after: Option<u64>) -> EventReader {
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

    async fn push(&self, data: Bytes) -> bool {
        loop {
            let writable = self.writable.notified();
            {
                let mut state = self.lock();
                let (is_disconnected, may_return) =
                    (state.is_disconnected(), self.number.is_some());
                if state.finished || (is_disconnected && !may_return) {
                    return false;
                }
                if state.has_room() || is_disconnected {
                    state.push(data);
                    state.trim();
                    drop(state);
                    self.readable.notify_waiters();
                    return true;
                }
            }
            writable.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, StreamState> {
        lock(&self.state)
    }
}

impl StreamState {
    const fn has_room(&self) -> bool {
        self.next - self.unread < MAX_EVENTS as u64
    }

    const fn has_begun(&self) -> bool {
        self.next > 0 || self.released
    }

    /// Returns whether the reader has disconnected. This is `false` before the first one attaches,
    /// and writers wait for it.
    const fn is_disconnected(&self) -> bool {
        !self.attached && self.reader > 0
    }

    const fn detach_reader(&mut self) {
        self.reader += 1;
        self.attached = false;
    }

    fn push(&mut self, data: Bytes) {
        self.events.push_back(Event {
            number: self.next,
            data,
        });
        self.next += 1;
    }

    /// Drops the oldest message if there are too many. It was read, unless the reader has
    /// disconnected.
    fn trim(&mut self) {
        if self.events.len() > MAX_EVENTS {
            self.events.pop_front();
            self.unread = self.unread.max(self.next - self.events.len() as u64);
        }
    }
}

impl Outbox for EventStream {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(self.push(message))
    }

    fn send_now(&self, message: Bytes) {
        let mut state = self.lock();
        if state.has_room() && !state.finished {
            state.push(message);
            state.trim();
            drop(state);
            self.readable.notify_waiters();
        }
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
pub(super) struct EventReader {
    stream: Arc<EventStream>,
    id: u64,
    next: u64,
}

impl EventReader {
    pub(super) fn stream_number(&self) -> Option<u64> {
        self.stream.number()
    }

    /// Waits for the next message. Returns `None` if there will be no more for this reader.
    pub(super) async fn next(&mut self) -> Option<Event> {
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
        let event = state
            .events
            .iter()
            .find(|event| event.number >= self.next)?
            .clone();
        self.next = event.number + 1;
        state.unread = state.unread.max(self.next);
        if self.stream.number.is_none() {
            state.events.retain(|kept| kept.number > event.number);
        }
        Some(event)
    }
}

impl Drop for EventReader {
    fn drop(&mut self) {
        let mut state = self.stream.lock();
        if state.reader == self.id {
            state.attached = false;
        }
        drop(state);
        self.stream.writable.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn texts(reader: &mut EventReader) -> Vec<String> {
        let mut texts = Vec::new();
        while let Ok(Some(event)) =
            tokio::time::timeout(Duration::from_millis(20), reader.next()).await
        {
            texts.push(String::from_utf8(event.data.to_vec()).unwrap());
        }
        texts
    }

    #[tokio::test]
    async fn a_resumed_reader_gets_the_missed_events() {
        let stream = EventStream::resumable(1);
        let mut first = stream.attach(None);
        assert!(stream.send("a".into()).await);
        assert_eq!(texts(&mut first).await, ["a"]);
        drop(first);
        assert!(stream.send("b".into()).await);
        stream.finish("c".into());
        assert!(!stream.is_delivered());
        assert_eq!(texts(&mut stream.attach(Some(0))).await, ["b", "c"]);
        assert!(stream.is_delivered());
        assert_eq!(texts(&mut stream.attach(Some(1))).await, ["c"]);
    }

    #[tokio::test]
    async fn a_writer_waits_for_a_slow_reader_until_it_disconnects() {
        let stream = EventStream::single_use();
        let reader = stream.attach(None);
        for _ in 0..MAX_EVENTS {
            assert!(stream.send("x".into()).await);
        }
        let waiting =
            tokio::time::timeout(Duration::from_millis(20), stream.send("y".into())).await;
        assert!(waiting.is_err());
        drop(reader);
        assert!(!stream.send("y".into()).await);
    }

    #[tokio::test]
    async fn a_writer_waits_for_the_first_reader_unless_abandoned() {
        let stream = EventStream::resumable(1);
        for _ in 0..MAX_EVENTS {
            assert!(stream.send("x".into()).await);
        }
        let waiting =
            tokio::time::timeout(Duration::from_millis(20), stream.send("y".into())).await;
        assert!(waiting.is_err());
        stream.abandon();
        assert!(stream.send("y".into()).await);
    }

    #[tokio::test]
    async fn the_last_message_drops_no_unread_message() {
        let stream = EventStream::resumable(1);
        let mut reader = stream.attach(None);
        for _ in 0..MAX_EVENTS {
            assert!(stream.send("x".into()).await);
        }
        stream.finish("last".into());
        assert_eq!(texts(&mut reader).await.len(), MAX_EVENTS + 1);
    }

    #[tokio::test]
    async fn a_released_reader_ends_and_the_stream_goes_on() {
        let stream = EventStream::resumable(1);
        let mut first = stream.attach(None);
        stream.release();
        assert_eq!(first.next().await, None);
        stream.finish("late".into());
        assert_eq!(texts(&mut stream.attach(None)).await, ["late"]);
    }

    #[tokio::test]
    async fn a_stream_released_early_detaches_its_first_reader() {
        let stream = EventStream::resumable(1);
        stream.release();
        stream.wait_until_begun().await;
        assert_eq!(stream.attach(None).next().await, None);
        stream.finish("late".into());
        assert_eq!(texts(&mut stream.attach(None)).await, ["late"]);
    }

    #[tokio::test]
    async fn a_second_reader_from_the_start_gets_all_events() {
        let stream = EventStream::resumable(1);
        assert!(stream.send("a".into()).await);
        assert_eq!(texts(&mut stream.attach(None)).await, ["a"]);
        assert_eq!(texts(&mut stream.attach(None)).await, ["a"]);
    }
}
