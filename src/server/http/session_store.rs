//! The sessions of older clients: bounded in number, freed when they are idle.

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
    fn new(changes: Receiver<Change>) -> Self {
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

    fn touch(&self) {
        *lock(&self.seen) = Instant::now();
    }

    fn idle(&self) -> Duration {
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

/// All sessions.
#[derive(Debug)]
pub(super) struct Sessions {
    sessions: Mutex<HashMap<String, Arc<HttpSession>>>,
    most: usize,
    idle: Duration,
}

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Self {
            sessions: Mutex::default(),
            most,
            idle,
        }
    }

    /// A new session. When there is no room, the one that has been idle longest goes; none where all are in use.
    pub(super) fn create(&self, changes: Receiver<Change>) -> Option<Arc<HttpSession>> {
        let mut sessions = lock(&self.sessions);
        if sessions.len() >= self.most {
            let (idle, idlest) = sessions
                .values()
                .map(|session| (session.idle(), session))
                .max_by_key(|(idle, _)| *idle)?;
            let id = (idle > Duration::ZERO).then(|| idlest.id().to_owned())?;
            end(sessions.remove(&id));
        }
        let session = Arc::new(HttpSession::new(changes));
        sessions.insert(session.id().to_owned(), Arc::clone(&session));
        Some(session)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        lock(&self.sessions).len()
    }

    pub(super) fn find(&self, id: &str) -> Option<Arc<HttpSession>> {
        let session = lock(&self.sessions).get(id).cloned()?;
        session.touch();
        Some(session)
    }

    /// Ends a session; says whether it was there.
    pub(super) fn remove(&self, id: &str) -> bool {
        end(lock(&self.sessions).remove(id))
    }

    /// Ends all sessions, and what still runs for clients that went away.
    pub(super) fn end_all(&self) {
        for (_, session) in lock(&self.sessions).drain() {
            end(Some(session));
        }
    }

    /// Frees the sessions that have been idle for too long.
    pub(super) fn sweep(&self) {
        let mut sessions = lock(&self.sessions);
        let before = sessions.len();
        sessions.retain(|_, session| session.idle() < self.idle || !end(Some(Arc::clone(session))));
        if sessions.len() < before {
            sessions.shrink_to_fit();
            tracing::debug!(
                freed = before - sessions.len(),
                left = sessions.len(),
                "idle sessions freed"
            );
        }
    }
}

fn end(session: Option<Arc<HttpSession>>) -> bool {
    let Some(session) = session else { return false };
    session.session.end();
    lock(&session.streams)
        .values()
        .for_each(|stream| stream.close());
    true
}
