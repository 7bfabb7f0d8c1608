//! [`HttpSession`]: a session of HTTP, and the requests that go on after their clients disconnected.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use toolwright_base::lock;

use super::event_stream::EventStream;
use crate::{
    core::Identity,
    server::client_state::{BytePool, Session},
};

/// The largest number of streams that are kept per session for clients that disconnected.
const MAX_STREAMS: usize = 64;
/// How many bytes of messages are kept per session for clients that disconnected.
const MAX_KEPT_BYTES: usize = 4 * 1024 * 1024;
/// The number of the only stream of a session of 2024-11-05. The streams of other sessions count
/// from 1.
const ONLY_STREAM: u64 = 0;

/// A session over HTTP, with the streams that its client can resume.
#[derive(Debug)]
pub(super) struct HttpSession {
    id: String,
    owner: SessionOwner,
    session: Arc<Session>,
    pool: Arc<BytePool>,
    unattended: Arc<UnattendedWork>,
    seen: Mutex<Instant>,
    uses: AtomicU64,
    last_stream: AtomicU64,
    streams: Mutex<HashMap<u64, Arc<EventStream>>>,
}

impl HttpSession {
    /// Creates the HTTP side of the session `id` of `owner`, whose streams are counted in `pool`, and whose
    /// work without a client in `unattended`.
    pub(super) fn new(
        id: String,
        session: Session,
        owner: SessionOwner,
        pool: &Arc<BytePool>,
        unattended: &Arc<UnattendedWork>,
    ) -> Self {
        Self {
            id,
            owner,
            session: Arc::new(session),
            pool: Arc::clone(pool),
            unattended: Arc::clone(unattended),
            seen: Mutex::new(Instant::now()),
            uses: AtomicU64::new(0),
            last_stream: AtomicU64::new(0),
            streams: Mutex::default(),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) const fn owner(&self) -> &SessionOwner {
        &self.owner
    }

    /// Returns whether the session is one of `caller`. Another one does not learn that it exists.
    pub(super) fn belongs_to(&self, caller: &SessionOwner) -> bool {
        let is_same = match (&self.owner.identity, &caller.identity) {
            (None, None) => true,
            (Some(owner), Some(caller)) => owner.id() == caller.id(),
            _ => false,
        };
        is_same && self.owner.part == caller.part
    }

    pub(super) const fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Returns the places of requests that go on after their clients disconnected.
    pub(super) fn unattended(&self) -> &UnattendedWork {
        &self.unattended
    }

    /// Opens the stream of a response. It is kept until it is delivered.
    pub(super) fn open_stream(&self) -> Arc<EventStream> {
        let number = self.last_stream.fetch_add(1, Ordering::Relaxed) + 1;
        let stream = EventStream::resumable(number, &self.pool);
        let mut streams = lock(&self.streams);
        streams.retain(|_, stream| !stream.is_delivered());
        while is_full(&streams)
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
        let stream = EventStream::single_use(&self.pool);
        lock(&self.streams).insert(ONLY_STREAM, Arc::clone(&stream));
        stream
    }

    pub(super) fn only_stream(&self) -> Option<Arc<EventStream>> {
        self.stream(ONLY_STREAM)
    }

    pub(super) fn stream(&self, number: u64) -> Option<Arc<EventStream>> {
        lock(&self.streams).get(&number).cloned()
    }

    /// Removes the streams whose messages were all read.
    pub(super) fn forget_read_streams(&self) {
        let mut streams = lock(&self.streams);
        streams.retain(|_, stream| !stream.is_delivered());
        free_if_empty(&mut streams);
    }

    /// Removes a stream that cannot be resumed, since nothing was sent on it.
    pub(super) fn forget_stream(&self, stream: &EventStream) {
        if let Some(number) = stream.number() {
            let mut streams = lock(&self.streams);
            streams.remove(&number);
            free_if_empty(&mut streams);
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

    /// Returns since when the session is idle, or `None` if it is in use.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let is_in_use = self.uses.load(Ordering::Relaxed) > 0 || self.session.is_busy();
        (!is_in_use).then(|| *lock(&self.seen))
    }

    pub(super) fn idle(&self) -> Duration {
        let since = self.idle_since();
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// The owner of a session.
#[derive(Debug, Clone, Default)]
pub(super) struct SessionOwner {
    /// The identity of the client, if it has one.
    pub(super) identity: Option<Arc<Identity>>,
    /// The virtual server that the client is connected to, if it is not the whole server.
    pub(super) part: Option<Arc<str>>,
}

/// Frees the memory of a map without streams: most sessions have none.
fn free_if_empty(streams: &mut HashMap<u64, Arc<EventStream>>) {
    if streams.is_empty() {
        streams.shrink_to_fit();
    }
}

/// Returns whether the oldest stream has to go before another is opened.
fn is_full(streams: &HashMap<u64, Arc<EventStream>>) -> bool {
    let bytes = streams.values().map(|stream| stream.kept_bytes());
    streams.len() >= MAX_STREAMS || bytes.sum::<usize>() > MAX_KEPT_BYTES
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

/// How many requests go on for clients that can resume their streams.
const MAX_RESUMABLE: usize = 1024;
/// How many requests go on although nobody can get their replies. A client that disconnects at once
/// makes them at no cost, and each holds its arguments and takes its share of the processors.
const MAX_UNANSWERED: usize = 256;

/// The places of requests that go on after their clients disconnected, of all sessions.
#[derive(Debug)]
pub(super) struct UnattendedWork {
    resumable: Arc<Semaphore>,
    unanswered: Arc<Semaphore>,
}

impl Default for UnattendedWork {
    fn default() -> Self {
        Self {
            resumable: Arc::new(Semaphore::new(MAX_RESUMABLE)),
            unanswered: Arc::new(Semaphore::new(MAX_UNANSWERED)),
        }
    }
}

impl UnattendedWork {
    /// Returns a place for a request whose stream can be resumed, or `None` if all are taken.
    pub(super) fn resumable(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.resumable).try_acquire_owned().ok()
    }

    /// Returns a place for a request whose reply nobody can get, or `None` if all are taken.
    pub(super) fn unanswered(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.unanswered).try_acquire_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast;

    use super::*;

    #[tokio::test]
    async fn streams_that_were_read_are_forgotten_and_others_are_not() {
        let pool = BytePool::new(1_000_000);
        let session = Session::new(broadcast::channel(1).1, &pool, &Arc::default());
        let session = HttpSession::new(
            "1".into(),
            session,
            SessionOwner::default(),
            &pool,
            &Arc::default(),
        );
        let [read, unread, open] = [(); 3].map(|()| session.open_stream());
        for stream in [&read, &unread] {
            stream.finish("x".into());
        }
        read.attach(None).next().await.unwrap();
        session.forget_read_streams();
        let is_kept = |stream: &EventStream| session.stream(stream.number().unwrap()).is_some();
        assert_eq!(
            [&read, &unread, &open].map(|stream| is_kept(stream)),
            [false, true, true]
        );
    }

    #[test]
    fn requests_without_a_client_do_not_take_the_places_of_those_that_can_be_resumed() {
        let work = UnattendedWork::default();
        let taken: Vec<_> = std::iter::from_fn(|| work.unanswered()).collect();
        assert_eq!(taken.len(), MAX_UNANSWERED);
        assert!(work.resumable().is_some());
        drop(taken);
        assert!(work.unanswered().is_some());
    }
}
