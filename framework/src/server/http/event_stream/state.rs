//! [`StreamState`]: the events of a stream, limited in number and in bytes.

use std::{collections::VecDeque, sync::Arc};

use bytes::Bytes;

use crate::server::client_state::{BytePool, PooledBytes};

/// The largest number of unread messages. A writer waits until there is room.
pub(super) const MAX_EVENTS: usize = 64;
/// How many bytes of unread messages a stream holds. A larger message waits until it is the only one.
pub(super) const MAX_UNREAD_BYTES: usize = 256 * 1024;
/// How many bytes are kept for a client that has disconnected.
pub(super) const MAX_KEPT_BYTES: usize = 4 * 1024 * 1024;

/// The state of a stream.
#[derive(Debug)]
pub(super) struct StreamState {
    events: VecDeque<Event>,
    /// The bytes of all events, which all streams of the server share a limit of.
    bytes: PooledBytes,
    unread_bytes: usize,
    /// The number of the next event to be written.
    next: u64,
    /// The number of the first unread event.
    unread: u64,
    /// The number of the current reader. It changes when another reader attaches or the current one
    /// is detached.
    pub(super) reader: u64,
    pub(super) attached: bool,
    /// Whether the first reader is to be detached as soon as it attaches.
    pub(super) released: bool,
    pub(super) finished: bool,
}

/// A message with its number in the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::server::http) struct Event {
    pub(in crate::server::http) number: u64,
    pub(in crate::server::http) data: Bytes,
}

impl StreamState {
    pub(super) fn new(pool: &Arc<BytePool>) -> Self {
        Self {
            events: VecDeque::new(),
            bytes: pool.nothing(),
            unread_bytes: 0,
            next: 0,
            unread: 0,
            reader: 0,
            attached: false,
            released: false,
            finished: false,
        }
    }

    pub(super) const fn has_begun(&self) -> bool {
        self.next > 0 || self.released
    }

    /// Returns whether all messages were written and read.
    pub(super) const fn is_delivered(&self) -> bool {
        self.finished && self.unread == self.next
    }

    /// Returns whether the reader has disconnected. This is `false` before the first one attaches,
    /// and writers wait for it.
    pub(super) const fn is_disconnected(&self) -> bool {
        !self.attached && self.reader > 0
    }

    pub(super) const fn detach_reader(&mut self) {
        self.reader += 1;
        self.attached = false;
    }

    pub(super) const fn kept_bytes(&self) -> usize {
        self.bytes.count()
    }

    /// Returns whether a writer need not wait: nothing is unread, or little is.
    pub(super) const fn has_room(&self) -> bool {
        let unread = self.next - self.unread;
        unread == 0 || (unread < MAX_EVENTS as u64 && self.unread_bytes < MAX_UNREAD_BYTES)
    }

    /// Appends a message if there is room for it, and gives it back otherwise. A message always fits
    /// if nothing else is unread, so that every stream gets on.
    pub(super) fn try_push(&mut self, data: Bytes) -> Result<(), Bytes> {
        if !self.has_room() {
            return Err(data);
        }
        self.drop_read_events(data.len());
        if self.bytes.grow(data.len()) {
            self.append(data);
        } else if self.unread == self.next {
            self.push(data);
        } else {
            return Err(data);
        }
        Ok(())
    }

    /// Appends a message in any case.
    pub(super) fn push(&mut self, data: Bytes) {
        self.bytes.force(data.len());
        self.append(data);
    }

    /// Appends a message for a client that may come back. Older messages make room for it. It is
    /// dropped if the server keeps too much already.
    pub(super) fn keep(&mut self, data: Bytes) {
        self.make_room(data.len());
        if data.len() <= MAX_KEPT_BYTES && self.bytes.grow(data.len()) {
            self.append(data);
        } else {
            self.next += 1;
            self.drop_all();
        }
    }

    /// Drops what is too much to be kept for a client that has disconnected.
    pub(super) fn shrink_to_kept(&mut self) {
        self.make_room(0);
        if self.bytes.is_over() {
            self.drop_all();
        }
    }

    pub(super) fn drop_all(&mut self) {
        self.events = VecDeque::new();
        self.bytes.shrink(self.bytes.count());
        self.unread = self.next;
        self.unread_bytes = 0;
    }

    /// Returns the first event from number `from` on, and marks it and all before it as read.
    pub(super) fn read(&mut self, from: u64) -> Option<Event> {
        let event = self.events.iter().find(|event| event.number >= from)?;
        let event = event.clone();
        self.mark_as_read(event.number + 1);
        Some(event)
    }

    /// Drops the events before number `before`, which nobody will ask for again.
    pub(super) fn drop_before(&mut self, before: u64) {
        while self
            .events
            .front()
            .is_some_and(|event| event.number < before)
        {
            self.drop_oldest();
        }
    }

    fn append(&mut self, data: Bytes) {
        self.unread_bytes += data.len();
        self.events.push_back(Event {
            number: self.next,
            data,
        });
        self.next += 1;
    }

    /// Drops read events until there is room for `bytes` more. They are only kept for clients that
    /// resume.
    fn drop_read_events(&mut self, bytes: usize) {
        while self.is_too_much(bytes, MAX_UNREAD_BYTES)
            && self
                .events
                .front()
                .is_some_and(|event| event.number < self.unread)
        {
            self.drop_oldest();
        }
    }

    /// Drops the oldest events until there is room for `bytes` more.
    fn make_room(&mut self, bytes: usize) {
        while self.is_too_much(bytes, MAX_KEPT_BYTES) && !self.events.is_empty() {
            self.drop_oldest();
        }
    }

    fn is_too_much(&self, further: usize, limit: usize) -> bool {
        self.events.len() >= MAX_EVENTS || self.bytes.count() + further > limit
    }

    fn drop_oldest(&mut self) {
        if let Some(event) = self.events.pop_front() {
            if event.number >= self.unread {
                self.unread = event.number + 1;
                self.unread_bytes -= event.data.len();
            }
            self.bytes.shrink(event.data.len());
        }
    }

    fn mark_as_read(&mut self, end: u64) {
        let newly_read = self
            .events
            .iter()
            .filter(|event| (self.unread..end).contains(&event.number));
        self.unread_bytes -= newly_read.map(|event| event.data.len()).sum::<usize>();
        self.unread = self.unread.max(end);
    }
}
