//! [`HttpSession`]: the session of an older client over HTTP.

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

/// The most answers that are kept for a client that went away, in one session.
const MOST_STREAMS: usize = 64;
/// The number of the one stream that a session of 2024-11-05 has. Those of other sessions count from 1.
const ONLY_STREAM: u64 = 0;

/// One client's session over HTTP.
#[derive(Debug)]
pub(super) struct HttpSession {
    id: String,
    session: Arc<Session>,
    seen: Mutex<Instant>,
    listeners: AtomicU64,
    last_stream: AtomicU64,
    streams: Mutex<HashMap<u64, Arc<EventStream>>>,
}

impl HttpSession {
    pub(super) fn new(changes: Receiver<Change>) -> Self {
        Self {
            id: token::random(),
            session: Arc::new(Session::new(changes)),
            seen: Mutex::new(Instant::now()),
            listeners: AtomicU64::new(0),
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

    /// A stream for one response, kept until it is delivered.
    pub(super) fn open_stream(&self) -> Arc<EventStream> {
        let number = self.last_stream.fetch_add(1, Ordering::Relaxed) + 1;
        let stream = EventStream::resumable(number);
        let mut streams = lock(&self.streams);
        streams.retain(|_, stream| !stream.is_delivered());
        if streams.len() >= MOST_STREAMS
            && let Some(oldest) = streams.keys().min().copied()
        {
            streams.remove(&oldest);
        }
        streams.insert(number, Arc::clone(&stream));
        stream
    }

    /// The one stream of a session of 2024-11-05, whose client cannot come back to it: what was read is not kept.
    pub(super) fn open_only_stream(&self) -> Arc<EventStream> {
        let stream = EventStream::once();
        lock(&self.streams).insert(ONLY_STREAM, Arc::clone(&stream));
        stream
    }

    pub(super) fn only_stream(&self) -> Option<Arc<EventStream>> {
        self.stream(ONLY_STREAM)
    }

    pub(super) fn stream(&self, number: u64) -> Option<Arc<EventStream>> {
        lock(&self.streams).get(&number).cloned()
    }

    /// The answer went out another way; nobody will come back for it.
    pub(super) fn forget_stream(&self, stream: &EventStream) {
        if let Some(number) = stream.number() {
            let mut streams = lock(&self.streams);
            streams.remove(&number);
            if streams.is_empty() {
                streams.shrink_to_fit();
            }
        }
    }

    /// Counts a stream that is open; while there is one, the session is not idle.
    pub(super) fn listen(self: &Arc<Self>) -> Listening {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Listening(Arc::clone(self))
    }

    pub(super) fn touch(&self) {
        *lock(&self.seen) = Instant::now();
    }

    /// Ends it, and what still runs for it.
    pub(super) fn end(&self) {
        self.session.end();
        lock(&self.streams)
            .values()
            .for_each(|stream| stream.close());
    }

    pub(super) fn idle(&self) -> Duration {
        if self.listeners.load(Ordering::Relaxed) > 0 || self.session.is_busy() {
            return Duration::ZERO;
        }
        lock(&self.seen).elapsed()
    }
}

/// An open stream of a session.
#[derive(Debug)]
pub(super) struct Listening(Arc<HttpSession>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.touch();
        self.0.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}
