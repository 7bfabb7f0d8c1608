//! [`HttpSession`]: a session over HTTP, with the streams that its client can resume.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::broadcast::Receiver;

use super::event_stream::EventStream;
use crate::{
    core::{Change, lock, token},
    server::client_state::Session,
};

/// The largest number of streams that are kept per session for clients that disconnected.
const MAX_STREAMS: usize = 64;
/// The number of the only stream of a session of 2024-11-05. The streams of other sessions count
/// from 1.
const ONLY_STREAM: u64 = 0;

/// A session over HTTP, with the streams that its client can resume.
#[derive(Debug)]
pub(super) struct HttpSession {
    id: String,
    session: Arc<Session>,
    seen: Mutex<Instant>,
    uses: AtomicU64,
    last_stream: AtomicU64,
    streams: Mutex<HashMap<u64, Arc<EventStream>>>,
}

impl HttpSession {
    pub(super) fn new(changes: Receiver<Change>) -> Self {
        Self {
            id: token::random(),
            session: Arc::new(Session::new(changes)),
            seen: Mutex::new(Instant::now()),
            uses: AtomicU64::new(0),
            last_stream: AtomicU64::new(0),
            streams: Mutex::default(),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) const fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Opens the stream of a response. It is kept until it is delivered.
    pub(super) fn open_stream(&self) -> Arc<EventStream> {
        let number = self.last_stream.fetch_add(1, Ordering::Relaxed) + 1;
        let stream = EventStream::resumable(number);
        let mut streams = lock(&self.streams);
        streams.retain(|_, stream| !stream.is_delivered());
        if streams.len() >= MAX_STREAMS
            && let Some(oldest) = streams.keys().min().copied()
        {
            streams.remove(&oldest);
        }
        streams.insert(number, Arc::clone(&stream));
        stream
    }

    /// Opens the only stream of a session of 2024-11-05. It cannot be resumed, so sent events are
    /// not kept.
    pub(super) fn open_only_stream(&self) -> Arc<EventStream> {
        let stream = EventStream::single_use();
        lock(&self.streams).insert(ONLY_STREAM, Arc::clone(&stream));
        stream
    }

    pub(super) fn only_stream(&self) -> Option<Arc<EventStream>> {
        self.stream(ONLY_STREAM)
    }

    pub(super) fn stream(&self, number: u64) -> Option<Arc<EventStream>> {
        lock(&self.streams).get(&number).cloned()
    }

    /// Removes a stream whose reply was sent as plain JSON.
    pub(super) fn forget_stream(&self, stream: &EventStream) {
        if let Some(number) = stream.number() {
            let mut streams = lock(&self.streams);
            streams.remove(&number);
            if streams.is_empty() {
                streams.shrink_to_fit();
            }
        }
    }

    /// Marks the session as in use. It is not idle until the returned value is dropped.
    pub(super) fn mark_in_use(self: &Arc<Self>) -> SessionInUse {
        self.uses.fetch_add(1, Ordering::Relaxed);
        SessionInUse(Arc::clone(self))
    }

    pub(super) fn touch(&self) {
        *lock(&self.seen) = Instant::now();
    }

    /// Ends the session: cancels its running requests and closes its streams.
    pub(super) fn end(&self) {
        self.session.end();
        lock(&self.streams)
            .values()
            .for_each(|stream| stream.close());
    }

    pub(super) fn idle(&self) -> Duration {
        if self.uses.load(Ordering::Relaxed) > 0 || self.session.is_busy() {
            return Duration::ZERO;
        }
        lock(&self.seen).elapsed()
    }
}

/// Keeps a session from being idle until it is dropped.
#[derive(Debug)]
pub(super) struct SessionInUse(Arc<HttpSession>);

impl Drop for SessionInUse {
    fn drop(&mut self) {
        self.0.touch();
        self.0.uses.fetch_sub(1, Ordering::Relaxed);
    }
}
