//! [`Session`]: what is kept of a client between its requests, with its subscriptions.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicI64, AtomicU8, Ordering},
    },
};

use serde_json::Value;
use tokio::sync::{broadcast::Receiver, oneshot};
use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

use super::byte_pool::{BytePool, PooledBytes};
use crate::{
    core::{Change, ClientProfile, ClientSession, LogLevel, ResourceWatch, SessionRoom},
    server::protocol::{RequestId, Revision, RpcError},
};

/// The largest number of requests that a session runs at once.
pub(crate) const MAX_RUNNING: u32 = 1024;

/// The state of a client with a handshake: its running requests, the requests that it was sent,
/// its subscriptions and its log level.
///
/// Sessions are many and mostly idle, so the maps are empty while nothing runs.
#[derive(Debug)]
pub(crate) struct Session {
    handshake: OnceLock<Handshake>,
    log_level: AtomicU8,
    subscriptions: Mutex<Subscriptions>,
    running: Mutex<HashMap<RequestId, CancellationToken>>,
    pending: Mutex<HashMap<i64, oneshot::Sender<Result<Value, RpcError>>>>,
    last_id: AtomicI64,
    /// Changes that were not sent yet. They wait here while the client has no stream open.
    changes: tokio::sync::Mutex<Receiver<Change>>,
    /// Cancelled when another stream takes over sending the changes.
    change_sender: Mutex<CancellationToken>,
    closed: CancellationToken,
    /// The values that tools keep for the session. Most keep nothing.
    values: OnceLock<Arc<ClientSession>>,
    room: Arc<SessionRoom>,
}

/// The revision and the client that `initialize` agreed on.
#[derive(Debug)]
pub(crate) struct Handshake {
    pub(crate) revision: Revision,
    pub(crate) client: Arc<ClientProfile>,
}

/// A registered request. Dropping this removes it from the session.
#[derive(Debug)]
pub(crate) struct RunningRequest {
    session: Arc<Session>,
    id: RequestId,
}

impl Session {
    /// Creates a session that receives `changes` of the catalogue. Its subscriptions are counted in
    /// `pool`, and the values that it saves in `room`.
    pub(crate) fn new(
        changes: Receiver<Change>,
        pool: &Arc<BytePool>,
        room: &Arc<SessionRoom>,
    ) -> Self {
        Self {
            handshake: OnceLock::new(),
            log_level: AtomicU8::new(0),
            subscriptions: Mutex::new(Subscriptions::new(pool)),
            running: Mutex::default(),
            pending: Mutex::default(),
            last_id: AtomicI64::new(0),
            changes: tokio::sync::Mutex::new(changes),
            change_sender: Mutex::default(),
            closed: CancellationToken::new(),
            values: OnceLock::new(),
            room: Arc::clone(room),
        }
    }

    /// Returns the session as tools see it.
    pub(crate) fn values(&self) -> &Arc<ClientSession> {
        let new = || Arc::new(ClientSession::new(&self.room));
        self.values.get_or_init(new)
    }

    /// Stores the handshake. Returns `false` and changes nothing if there was one already.
    pub(crate) fn set_handshake(&self, handshake: Handshake) -> bool {
        self.handshake.set(handshake).is_ok()
    }

    pub(crate) fn handshake(&self) -> Option<&Handshake> {
        self.handshake.get()
    }

    /// Returns the lowest log level that the client wants; `info` until it sets one.
    pub(crate) fn log_level(&self) -> LogLevel {
        const LEVELS: [LogLevel; 8] = [
            LogLevel::Debug,
            LogLevel::Info,
            LogLevel::Notice,
            LogLevel::Warning,
            LogLevel::Error,
            LogLevel::Critical,
            LogLevel::Alert,
            LogLevel::Emergency,
        ];
        match self.log_level.load(Ordering::Relaxed) {
            0 => LogLevel::Info,
            said => LEVELS
                .get(usize::from(said - 1))
                .copied()
                .unwrap_or(LogLevel::Info),
        }
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8 + 1, Ordering::Relaxed);
    }

    /// Subscribes to the changes of a resource, which `watch` begins to follow.
    ///
    /// # Errors
    /// When the URI is too long, or when there are too many subscriptions.
    pub(crate) fn subscribe(
        &self,
        uri: &str,
        watch: impl FnOnce() -> Option<ResourceWatch>,
    ) -> Result<(), RpcError> {
        lock(&self.subscriptions).add(uri, watch)
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        lock(&self.subscriptions).remove(uri);
    }

    /// Returns whether the client is to be notified of a change. Changes before the handshake are
    /// skipped, since the client has not listed anything yet.
    pub(crate) fn is_interested_in(&self, change: &Change) -> bool {
        self.handshake().is_some()
            && match change {
                Change::Resource(uri) => lock(&self.subscriptions).contains(uri),
                _ => true,
            }
    }

    /// Returns every change that the client could be notified of, for a receiver that lagged
    /// behind.
    pub(crate) fn all_changes(&self) -> Vec<Change> {
        let subscriptions = lock(&self.subscriptions);
        let resources = subscriptions.iter().cloned().map(Change::Resource);
        let lists = [Change::Tools, Change::Prompts, Change::Resources];
        lists.into_iter().chain(resources).collect()
    }

    /// Makes the caller the one that sends the changes. The token is cancelled when another caller
    /// takes over, so no change is sent on two streams.
    pub(crate) fn take_over_changes(&self) -> CancellationToken {
        let token = CancellationToken::new();
        std::mem::replace(&mut *lock(&self.change_sender), token.clone()).cancel();
        token
    }

    /// Locks the receiver of the changes, for the caller that has taken over sending them.
    pub(crate) async fn changes(&self) -> tokio::sync::MutexGuard<'_, Receiver<Change>> {
        self.changes.lock().await
    }

    /// Registers a request, so that it can be cancelled.
    ///
    /// # Errors
    /// When a request with this id is still running, or too many requests are.
    pub(crate) fn register(
        self: &Arc<Self>,
        id: &RequestId,
        token: CancellationToken,
    ) -> Result<RunningRequest, RpcError> {
        let mut running = lock(&self.running);
        if running.contains_key(id) {
            return Err(RpcError::invalid_request(format!(
                "a request with the id `{id}` is still running"
            )));
        }
        if running.len() >= MAX_RUNNING as usize {
            return Err(RpcError::busy(format!(
                "{MAX_RUNNING} requests of this session are running: wait for one to end"
            )));
        }
        running.insert(id.clone(), token);
        Ok(RunningRequest {
            session: Arc::clone(self),
            id: id.clone(),
        })
    }

    pub(crate) fn cancel(&self, id: &RequestId) {
        if let Some(token) = lock(&self.running).get(id) {
            token.cancel();
        }
    }

    /// Marks that the client will send nothing more. Requests to it fail from now on.
    pub(crate) fn close(&self) {
        self.closed.cancel();
        lock(&self.pending).clear();
    }

    /// Waits until the client will send nothing more.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Closes the session and cancels its running requests.
    pub(crate) fn end(&self) {
        self.close();
        lock(&self.running)
            .values()
            .for_each(CancellationToken::cancel);
    }

    pub(crate) fn is_busy(&self) -> bool {
        !lock(&self.running).is_empty()
    }

    /// Registers a request to the client. Returns its id and the receiver of its response.
    pub(crate) fn open_request(&self) -> (i64, oneshot::Receiver<Result<Value, RpcError>>) {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, receiver) = oneshot::channel();
        let mut pending = lock(&self.pending);
        // `close` cancels the token before it clears the map, so no request can slip in after it.
        if !self.closed.is_cancelled() {
            pending.insert(id, sender);
        }
        (id, receiver)
    }

    /// Passes a response of the client on. One that is no longer awaited is dropped.
    pub(crate) fn complete_request(&self, id: &RequestId, result: Result<Value, RpcError>) {
        let RequestId::Number(id) = id else { return };
        if let Some(waiting) = self.close_request(*id) {
            let _ = waiting.send(result);
        }
    }

    /// Removes a request to the client. Returns `None` if it was answered already.
    pub(crate) fn close_request(
        &self,
        id: i64,
    ) -> Option<oneshot::Sender<Result<Value, RpcError>>> {
        lock(&self.pending).remove(&id)
    }
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        lock(&self.session.running).remove(&self.id);
    }
}

/// The longest URI that can be subscribed to, in bytes.
const MAX_URI: usize = 2048;
/// How much the subscriptions of one session may take, in bytes.
const MAX_BYTES: usize = 64 * 1024;
/// The size of a subscription without its URI, in bytes.
const OVERHEAD: usize = 192;

/// The URIs of the resources that a session has subscribed to.
#[derive(Debug)]
pub(super) struct Subscriptions {
    uris: BTreeMap<String, Option<ResourceWatch>>,
    bytes: PooledBytes,
}

impl Subscriptions {
    pub(super) fn new(pool: &Arc<BytePool>) -> Self {
        Self {
            uris: BTreeMap::new(),
            bytes: pool.nothing(),
        }
    }

    /// Adds a URI.
    ///
    /// # Errors
    /// When it is too long, or when the session or the server has too many.
    pub(super) fn add(
        &mut self,
        uri: &str,
        watch: impl FnOnce() -> Option<ResourceWatch>,
    ) -> Result<(), RpcError> {
        if uri.len() > MAX_URI {
            let why = format!("`params.uri` is longer than {MAX_URI} bytes");
            return Err(RpcError::invalid_params(why));
        }
        if self.uris.contains_key(uri) {
            return Ok(());
        }
        let bytes = uri.len() + OVERHEAD;
        if self.bytes.count() + bytes > MAX_BYTES {
            return Err(RpcError::busy(
                "too many subscriptions in this session: unsubscribe from some",
            ));
        }
        if !self.bytes.grow(bytes) {
            return Err(RpcError::too_many_subscriptions());
        }
        self.uris.insert(uri.to_owned(), watch());
        Ok(())
    }

    pub(super) fn remove(&mut self, uri: &str) {
        if self.uris.remove(uri).is_some() {
            self.bytes.shrink(uri.len() + OVERHEAD);
        }
    }

    pub(super) fn contains(&self, uri: &str) -> bool {
        self.uris.contains_key(uri)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.uris.keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<(), RpcError>) -> String {
        result.unwrap_err().message
    }

    #[test]
    fn a_long_uri_is_refused() {
        let mut subscriptions = Subscriptions::new(&BytePool::new(1_000_000));
        assert!(subscriptions.add(&"x".repeat(MAX_URI), || None).is_ok());
        let refused = subscriptions.add(&"x".repeat(MAX_URI + 1), || None);
        assert_eq!(message(refused), "`params.uri` is longer than 2048 bytes");
    }

    #[test]
    fn a_session_and_the_server_have_a_limit_and_removing_makes_room() {
        let pool = BytePool::new(MAX_BYTES + 100);
        let mut first = Subscriptions::new(&pool);
        let long = |number: usize| format!("{number:0>1856}");
        for number in 0..32 {
            first.add(&long(number), || None).unwrap();
            first.add(&long(number), || None).unwrap();
        }
        assert_eq!(
            message(first.add("x", || None)),
            "too many subscriptions in this session: unsubscribe from some"
        );
        let mut second = Subscriptions::new(&pool);
        let refused = second.add(&long(0), || None);
        assert_eq!(message(refused), "too many subscriptions: try again later");
        first.remove(&long(0));
        first.remove("unknown");
        second.add(&long(0), || None).unwrap();
    }
}
