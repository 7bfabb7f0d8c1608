//! A client that stays: its handshake, its open requests, what it watches.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicI64, AtomicU8, Ordering},
    },
};

use serde_json::Value;
use tokio::sync::{broadcast::Receiver, oneshot};
use tokio_util::sync::CancellationToken;

use crate::core::{Change, ClientProfile, LogLevel, lock};
use crate::server::protocol::{RequestId, Revision, RpcError};

/// A client that stays: one session over HTTP, or the one behind a pipe. Idle, it holds no memory but its own.
#[derive(Debug)]
pub(crate) struct Session {
    handshake: OnceLock<Handshake>,
    log_level: AtomicU8,
    watched: Mutex<BTreeSet<String>>,
    running: Mutex<HashMap<RequestId, CancellationToken>>,
    asked: Mutex<HashMap<i64, oneshot::Sender<Result<Value, RpcError>>>>,
    last_id: AtomicI64,
    /// What changed and was not told yet: nothing is lost while the client has no stream open.
    changes: tokio::sync::Mutex<Receiver<Change>>,
    /// The turn of whoever tells the changes.
    turn: Mutex<CancellationToken>,
    closed: CancellationToken,
}

/// What `initialize` agreed on.
#[derive(Debug)]
pub(crate) struct Handshake {
    pub(crate) revision: Revision,
    pub(crate) client: Arc<ClientProfile>,
}

/// A request that runs: it is on the session's list until this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    session: Arc<Session>,
    id: RequestId,
}

impl Session {
    /// A session that is told of these changes.
    pub(crate) fn new(changes: Receiver<Change>) -> Self {
        Self {
            handshake: OnceLock::new(),
            log_level: AtomicU8::new(0),
            watched: Mutex::default(),
            running: Mutex::default(),
            asked: Mutex::default(),
            last_id: AtomicI64::new(0),
            changes: tokio::sync::Mutex::new(changes),
            turn: Mutex::default(),
            closed: CancellationToken::new(),
        }
    }

    /// Keeps what `initialize` agreed on; a second handshake changes nothing.
    pub(crate) fn shake_hands(&self, handshake: Handshake) -> bool {
        self.handshake.set(handshake).is_ok()
    }

    pub(crate) fn handshake(&self) -> Option<&Handshake> {
        self.handshake.get()
    }

    /// The least level that the client wants to hear; `info` until it says.
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

    pub(crate) fn watch(&self, uri: &str) {
        lock(&self.watched).insert(uri.to_owned());
    }

    pub(crate) fn unwatch(&self, uri: &str) {
        lock(&self.watched).remove(uri);
    }

    /// Whether the client wants to hear of a change. What happened before its handshake it sees for itself.
    pub(crate) fn wants(&self, change: &Change) -> bool {
        self.handshake().is_some()
            && match change {
                Change::Resource(uri) => lock(&self.watched).contains(uri),
                _ => true,
            }
    }

    /// All changes that the client would want to hear of.
    pub(crate) fn everything(&self) -> Vec<Change> {
        let watched = lock(&self.watched).clone().into_iter();
        let lists = [Change::Tools, Change::Prompts, Change::Resources];
        lists
            .into_iter()
            .chain(watched.map(Change::Resource))
            .collect()
    }

    /// From now on the caller tells the changes, until the token fires: no message goes out on two streams.
    pub(crate) fn take_turn(&self) -> CancellationToken {
        let turn = CancellationToken::new();
        std::mem::replace(&mut *lock(&self.turn), turn.clone()).cancel();
        turn
    }

    /// The changes that were not told yet, for whoever has the turn.
    pub(crate) async fn changes(&self) -> tokio::sync::MutexGuard<'_, Receiver<Change>> {
        self.changes.lock().await
    }

    /// Puts a request on the list, so that it can be cancelled. An id that is in use is refused.
    pub(crate) fn run(
        self: &Arc<Self>,
        id: &RequestId,
        token: CancellationToken,
    ) -> Result<Running, RpcError> {
        let mut running = lock(&self.running);
        if running.contains_key(id) {
            return Err(RpcError::invalid_request(format!(
                "a request with the id `{id}` is still running"
            )));
        }
        running.insert(id.clone(), token);
        Ok(Running {
            session: Arc::clone(self),
            id: id.clone(),
        })
    }

    pub(crate) fn cancel(&self, id: &RequestId) {
        if let Some(token) = lock(&self.running).get(id) {
            token.cancel();
        }
    }

    /// The client will not say anything any more: nothing is asked, and nobody listens.
    pub(crate) fn close(&self) {
        self.closed.cancel();
        lock(&self.asked).clear();
    }

    /// Waits until the client will not say anything any more.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Stops everything: the client is gone.
    pub(crate) fn end(&self) {
        self.close();
        lock(&self.running)
            .values()
            .for_each(CancellationToken::cancel);
    }

    pub(crate) fn is_busy(&self) -> bool {
        !lock(&self.running).is_empty()
    }

    /// Opens a request to the client: its id, and where its answer will come.
    pub(crate) fn ask(&self) -> (i64, oneshot::Receiver<Result<Value, RpcError>>) {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, receiver) = oneshot::channel();
        let mut asked = lock(&self.asked);
        // Whoever closes the session forgets what was asked before, and this sees that it is closed.
        if !self.closed.is_cancelled() {
            asked.insert(id, sender);
        }
        (id, receiver)
    }

    /// The client answered; an answer that nobody waits for is dropped.
    pub(crate) fn answer(&self, id: &RequestId, result: Result<Value, RpcError>) {
        let RequestId::Number(id) = id else { return };
        if let Some(waiting) = self.forget(*id) {
            let _ = waiting.send(result);
        }
    }

    /// Nobody waits for this answer any more.
    pub(crate) fn forget(&self, id: i64) -> Option<oneshot::Sender<Result<Value, RpcError>>> {
        lock(&self.asked).remove(&id)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.session.running).remove(&self.id);
    }
}
