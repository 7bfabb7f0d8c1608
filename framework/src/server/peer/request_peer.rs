//! [`RequestPeer`]: the client behind one request, which is sent again with the answers to questions.

use std::{
    collections::BTreeMap,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
};

use futures_util::task::AtomicWaker;
use serde_json::{Map, Value};
use tokio::sync::Notify;
use toolwright_base::lock;

use super::{session_peer, session_peer::Outbox};
use crate::{
    core::{
        AskError, BoxFuture, ClientProfile, ClientSession, InputRequest, LogLevel, Notice, Peer,
        RequestHead,
    },
    server::{
        client_state::{SessionSource, Task},
        protocol::RequestId,
    },
};

/// The client of a single request. If the call becomes a task, questions go to the task instead.
pub(crate) struct RequestPeer {
    client: ClientProfile,
    outbox: Arc<dyn Outbox>,
    log_level: Option<LogLevel>,
    progress_token: Option<RequestId>,
    head: Option<Box<RequestHead>>,
    request_id: Option<RequestId>,
    input_requests: InputRequests,
    sessions: SessionSource,
    session: OnceLock<Option<Arc<ClientSession>>>,
    /// Whether the call may become a task when it asks for it.
    can_background: bool,
    wants_background: AtomicBool,
    task: OnceLock<Arc<Task>>,
    became_task: Notify,
}

impl RequestPeer {
    pub(crate) fn new(
        client: ClientProfile,
        outbox: Arc<dyn Outbox>,
        log_level: Option<LogLevel>,
        progress_token: Option<RequestId>,
    ) -> Self {
        Self {
            client,
            outbox,
            log_level,
            progress_token,
            head: None,
            request_id: None,
            input_requests: InputRequests::default(),
            sessions: SessionSource::None,
            session: OnceLock::new(),
            can_background: false,
            wants_background: AtomicBool::new(false),
            task: OnceLock::new(),
            became_task: Notify::new(),
        }
    }

    /// Sets the id of the request.
    pub(crate) fn with_request_id(mut self, id: &RequestId) -> Self {
        self.request_id = Some(id.clone());
        self
    }

    /// Sets the head of the HTTP request.
    pub(crate) fn with_head(mut self, head: Option<Box<RequestHead>>) -> Self {
        self.head = head;
        self
    }

    /// Sets where the session of the client is found.
    pub(crate) fn with_sessions(mut self, sessions: SessionSource) -> Self {
        self.sessions = sessions;
        self
    }

    /// Sets the answers of earlier rounds.
    pub(crate) fn with_input_requests(mut self, input_requests: InputRequests) -> Self {
        self.input_requests = input_requests;
        self
    }

    /// Allows the call to become a task.
    pub(crate) const fn allow_background(mut self) -> Self {
        self.can_background = true;
        self
    }

    pub(crate) const fn input_requests(&self) -> &InputRequests {
        &self.input_requests
    }

    pub(super) fn waker(&self) -> &AtomicWaker {
        self.input_requests.waker()
    }

    pub(super) fn wants_background(&self) -> bool {
        self.wants_background.load(Ordering::Acquire) && self.task.get().is_none()
    }

    /// Turns the call into `task`. From now on it asks and reports progress there, and sends nothing
    /// to the request's stream.
    pub(crate) fn become_task(&self, task: Arc<Task>) {
        let _ = self.task.set(task);
        self.became_task.notify_waiters();
    }
}

impl Peer for RequestPeer {
    fn client(&self) -> &ClientProfile {
        &self.client
    }

    fn log_level(&self) -> Option<LogLevel> {
        self.log_level
    }

    fn wants_progress(&self) -> bool {
        self.progress_token.is_some() || self.task.get().is_some()
    }

    fn notify(&self, notice: Notice) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Some(task) = self.task.get() {
                return task.notify(notice);
            }
            if let Some(message) = session_peer::message(notice, self.progress_token.as_ref()) {
                self.outbox.send(message).await;
            }
        })
    }

    fn request(
        &self,
        key: String,
        request: InputRequest,
    ) -> BoxFuture<'_, Result<Value, AskError>> {
        if let Some(task) = self.task.get() {
            return task.ask(key, request);
        }
        match self.input_requests.answer_or_open(key, request) {
            Some(answer) => Box::pin(std::future::ready(Ok(answer))),
            None => Box::pin(std::future::pending()),
        }
    }

    fn request_head(&self) -> Option<&RequestHead> {
        self.head.as_deref()
    }

    fn session(&self) -> Option<&ClientSession> {
        let session = || self.sessions.session(&self.client);
        self.session.get_or_init(session).as_deref()
    }

    fn replays(&self) -> bool {
        self.task.get().is_none()
    }

    fn request_id(&self) -> Option<String> {
        self.request_id.as_ref().map(ToString::to_string)
    }

    fn background(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if !self.can_background || self.task.get().is_some() {
                return;
            }
            let became_task = self.became_task.notified();
            self.wants_background.store(true, Ordering::Release);
            self.waker().wake();
            became_task.await;
        })
    }
}

/// The answers that came with the request, and the questions that are still unanswered.
#[derive(Debug, Default)]
pub(crate) struct InputRequests {
    state: Mutex<InputState>,
    waker: AtomicWaker,
}

#[derive(Debug, Default)]
struct InputState {
    known: BTreeMap<String, Value>,
    used: Map<String, Value>,
    open: Vec<(String, InputRequest)>,
}

impl InputRequests {
    /// Creates an instance with the answers of earlier rounds.
    pub(crate) fn new(known: BTreeMap<String, Value>) -> Self {
        Self {
            state: Mutex::new(InputState {
                known,
                ..InputState::default()
            }),
            waker: AtomicWaker::new(),
        }
    }

    /// Returns the answer if it is known and valid. Otherwise the question is added to the open
    /// ones.
    pub(super) fn answer_or_open(&self, key: String, request: InputRequest) -> Option<Value> {
        let mut state = self.lock();
        let known = state
            .known
            .get(&key)
            .filter(|answer| request.is_answered_by(answer))
            .cloned();
        match known {
            Some(answer) => {
                state.used.insert(key, answer.clone());
                Some(answer)
            }
            None => {
                state.open.push((key, request));
                drop(state);
                self.waker.wake();
                None
            }
        }
    }

    pub(super) fn waker(&self) -> &AtomicWaker {
        &self.waker
    }

    pub(super) fn are_open(&self) -> bool {
        !self.lock().open.is_empty()
    }

    /// Returns the open questions as the member `inputRequests` of a result.
    pub(crate) fn open(&self) -> Value {
        let state = self.lock();
        let question = |(key, request): &(String, InputRequest)| (key.clone(), request.to_json());
        Value::Object(state.open.iter().map(question).collect())
    }

    /// Returns the answers that the call has used so far, which the next round needs again.
    pub(crate) fn used(&self) -> Map<String, Value> {
        self.lock().used.clone()
    }

    fn lock(&self) -> MutexGuard<'_, InputState> {
        lock(&self.state)
    }
}

/// How a round of a call ended.
#[derive(Debug)]
pub(crate) enum RoundEnd<T> {
    Done(T),
    /// The call has asked the client. The answers come with another request.
    InputRequired,
    /// The call goes on in the background.
    Background,
}

/// Polls `work` until it is done, has asked the client, or goes on in the background.
///
/// Questions are looked for after each poll and not when they are asked, so that questions that are
/// asked concurrently all end up in the same round.
pub(crate) async fn run_round<T>(
    mut work: Pin<&mut (impl Future<Output = T> + ?Sized)>,
    peer: &RequestPeer,
) -> RoundEnd<T> {
    poll_fn(|cx| {
        peer.waker().register(cx.waker());
        if let Poll::Ready(value) = work.as_mut().poll(cx) {
            return Poll::Ready(RoundEnd::Done(value));
        }
        if peer.wants_background() {
            return Poll::Ready(RoundEnd::Background);
        }
        if peer.input_requests().are_open() {
            return Poll::Ready(RoundEnd::InputRequired);
        }
        Poll::Pending
    })
    .await
}
