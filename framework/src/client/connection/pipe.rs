//! [`Pipe`]: a transport with one stream in each direction, as a child process has.
//!
//! Answers arrive in any order on one stream, so each request waits in a table for its own.
//! Dropping a request tells the server that it is cancelled.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use serde_json::value::RawValue;
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::AbortHandle,
};
use toolwright_base::lock;

use super::{
    error::ConnectionError,
    handler::Handler,
    incoming::{Inbox, Incoming, cancelled},
    lines::id_at_ends,
};

/// The most messages that wait to be written.
const MAX_QUEUED: usize = 64;

type Answer = Result<Box<RawValue>, ConnectionError>;

/// A transport with one stream in each direction.
pub(super) struct Pipe {
    shared: Arc<PipeState>,
    /// The tasks that read and write.
    tasks: Vec<AbortHandle>,
}

/// The state that requests and the tasks of a pipe share.
pub(super) struct PipeState {
    waiting: Mutex<HashMap<i64, WaitingRequest>>,
    outgoing: mpsc::Sender<Bytes>,
    /// The reason for the end of the connection, if it has ended.
    ended: watch::Sender<Option<String>>,
    inbox: Inbox,
}

struct WaitingRequest {
    answer: oneshot::Sender<Answer>,
    handler: Option<Arc<dyn Handler>>,
}

impl Pipe {
    /// Creates a pipe. The second value yields what is to be written.
    pub(super) fn new(handler: Arc<dyn Handler>) -> (Self, mpsc::Receiver<Bytes>) {
        let (outgoing, queue) = mpsc::channel(MAX_QUEUED);
        let shared = PipeState {
            waiting: Mutex::default(),
            outgoing,
            ended: watch::Sender::new(None),
            inbox: Inbox::new(handler),
        };
        let pipe = Self {
            shared: Arc::new(shared),
            tasks: Vec::new(),
        };
        (pipe, queue)
    }

    pub(super) const fn state(&self) -> &Arc<PipeState> {
        &self.shared
    }

    /// Adds a task that ends with this pipe.
    pub(super) fn run(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.push(tokio::spawn(task).abort_handle());
    }

    /// Sends a request and waits for its answer.
    pub(super) async fn request(
        &self,
        id: i64,
        body: Bytes,
        handler: Option<Arc<dyn Handler>>,
    ) -> Answer {
        let mut ended = self.shared.ended.subscribe();
        if let Some(reason) = &*ended.borrow_and_update() {
            return Err(ConnectionError::Unreachable(reason.clone()));
        }
        let (answer, wait) = oneshot::channel();
        let waiting = WaitingRequest { answer, handler };
        lock(&self.shared.waiting).insert(id, waiting);
        let _leave = LeaveOnDrop {
            state: &self.shared,
            id,
        };
        self.send(body).await?;
        tokio::select! {
            biased;
            answer = wait => answer.unwrap_or_else(|_| Err(self.lost())),
            _ = ended.changed() => Err(self.lost()),
        }
    }

    /// Sends a message that has no answer.
    pub(super) async fn send(&self, body: Bytes) -> Result<(), ConnectionError> {
        let sent = self.shared.outgoing.send(body).await;
        sent.map_err(|_| ConnectionError::Unreachable(self.shared.reason()))
    }

    /// Waits until the connection ends, and returns the reason.
    pub(super) async fn ended(&self) -> String {
        let mut ended = self.shared.ended.subscribe();
        // Fails only without a sender, which is in `self`.
        let _ = ended.wait_for(Option::is_some).await;
        self.shared.reason()
    }

    fn lost(&self) -> ConnectionError {
        ConnectionError::Lost(self.shared.reason())
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Takes a request out of the table, and cancels it if it has no answer yet.
struct LeaveOnDrop<'a> {
    state: &'a PipeState,
    id: i64,
}

impl Drop for LeaveOnDrop<'_> {
    fn drop(&mut self) {
        if lock(&self.state.waiting).remove(&self.id).is_some() {
            // A server that reads nothing does not read this either.
            let _ = self.state.outgoing.try_send(cancelled(self.id));
        }
    }
}

impl PipeState {
    /// Ends all requests, with the reason for the end of the connection.
    pub(super) fn end(&self, reason: impl Into<String>) {
        let reason = reason.into();
        self.ended.send_if_modified(|ended| {
            let is_first = ended.is_none();
            ended.get_or_insert(reason);
            is_first
        });
    }

    fn reason(&self) -> String {
        let reason = self.ended.borrow().clone();
        reason.unwrap_or_else(|| "the server has closed the connection".to_owned())
    }

    /// Takes a message from the server.
    pub(super) fn received(&self, bytes: &[u8]) {
        let Some(message) = Incoming::parse(bytes) else {
            tracing::debug!("the server sent a line that is no message");
            return;
        };
        if let Some(id) = message.answered() {
            // An id that nobody waits for: answered twice, cancelled, or made up.
            if let Some(waiting) = lock(&self.waiting).remove(&id) {
                let _ = waiting.answer.send(message.into_result());
            }
            return;
        }
        let (own, outgoing) = (self.handler_of(&message), self.outgoing.clone());
        let send = |reply| async move { outgoing.send(reply).await };
        self.inbox.take(&message, own.as_ref(), send);
    }

    /// Takes a message that was too long to be read: the request that it answers fails.
    pub(super) fn received_too_long(&self, head: &[u8], tail: &[u8], limit: usize) {
        let mut waiting = lock(&self.waiting);
        let only = (waiting.len() == 1).then(|| waiting.keys().next().copied());
        let id = id_at_ends(head, tail).or(only.flatten());
        if let Some(waiting) = id.and_then(|id| waiting.remove(&id)) {
            let _ = waiting
                .answer
                .send(Err(ConnectionError::TooLarge { limit }));
        }
    }

    /// Returns the handler of the request that a message belongs to. Only progress says which: other
    /// messages belong to the request with a handler, if there is just one.
    fn handler_of(&self, message: &Incoming<'_>) -> Option<Arc<dyn Handler>> {
        let waiting = lock(&self.waiting);
        if let Some(token) = message.progress_token() {
            return waiting.get(&token)?.handler.clone();
        }
        let mut handlers = waiting.values().filter_map(|it| it.handler.as_ref());
        let first = handlers.next()?;
        handlers.next().is_none().then(|| Arc::clone(first))
    }
}
