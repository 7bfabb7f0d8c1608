//! [`Context`]: what a tool, a resource or a prompt can do beside its answer.

use std::{
    fmt,
    future::Future,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{
    services::Services,
    state::{State, StateType},
    trace_context::TraceContext,
    waited_time::WaitedTime,
};
use crate::core::{
    error::ToolError,
    peer::{AskError, ClientProfile, InputRequest, LogLevel, Notice, Peer},
};

/// What a call can do beside answering: tell of progress, write to the client's log, ask a person, sample
/// the client's model, read a resource, see that it was cancelled.
///
/// **Asking replays.** On 2026-07-28 a question ends the request; the client sends it again with the answer and the
/// function runs from its top, getting earlier answers at once. Do what must not happen twice after the last question.
///
/// Cloning is cheap.
#[derive(Clone)]
pub struct Context {
    call: Arc<Shared>,
    services: Arc<Services>,
    cancellation: CancellationToken,
    received: Instant,
    is_continued: bool,
    deadline: Option<Instant>,
    trace: Option<Arc<TraceContext>>,
}

/// What is the same for all contexts of one call.
struct Shared {
    peer: Arc<dyn Peer>,
    questions: AtomicU32,
    waited: WaitedTime,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("client", self.client())
            .field("deadline", &self.deadline())
            .finish()
    }
}

impl Context {
    /// A context for one call, whose request was here at `received`.
    #[must_use]
    pub fn new(
        peer: Arc<dyn Peer>,
        services: Arc<Services>,
        cancellation: CancellationToken,
        received: Instant,
    ) -> Self {
        let call = Shared {
            peer,
            questions: AtomicU32::new(0),
            waited: WaitedTime::default(),
        };
        Self {
            call: Arc::new(call),
            services,
            cancellation,
            received,
            is_continued: false,
            deadline: None,
            trace: None,
        }
    }

    /// The same call, as a further round of questions and answers.
    #[must_use]
    pub const fn continued(mut self, is_continued: bool) -> Self {
        self.is_continued = is_continued;
        self
    }

    /// Whether this is a further round of a call that asked and began anew with the answer: it was counted before.
    #[must_use]
    pub const fn is_continued(&self) -> bool {
        self.is_continued
    }

    /// When the request of this call was here.
    #[must_use]
    pub const fn received_at(&self) -> Instant {
        self.received
    }

    /// The same call with a deadline.
    #[must_use]
    pub const fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The same call as part of a trace.
    #[must_use]
    pub fn within_trace(mut self, trace: Option<TraceContext>) -> Self {
        self.trace = trace.map(Arc::new);
        self
    }

    /// The same call inside another server, as a mounted server's tools see it: with its services, and with a cancellation of its own
    /// below the present one.
    #[must_use]
    pub fn nested(mut self, services: Arc<Services>) -> Self {
        self.services = services;
        self.cancellation = self.cancellation.child_token();
        self
    }

    /// A call within this one: of the same client, with a cancellation of its own below the present one.
    #[must_use]
    pub fn child(&self) -> Self {
        let mut child = self.clone().nested(Arc::clone(&self.services));
        child.received = Instant::now();
        child
    }

    /// Tells the client how far the work is. Does nothing where the client did not ask for it.
    pub async fn progress(&self, progress: f64, total: impl Into<Option<f64>>) {
        self.report(progress, total.into(), None).await;
    }

    /// As [`Context::progress`], with a word on what is being done.
    pub async fn progress_with(
        &self,
        progress: f64,
        total: impl Into<Option<f64>>,
        message: impl Into<String>,
    ) {
        self.report(progress, total.into(), Some(message.into()))
            .await;
    }

    async fn report(&self, progress: f64, total: Option<f64>, message: Option<String>) {
        if self.call.peer.wants_progress() {
            self.call
                .peer
                .notify(Notice::Progress {
                    progress,
                    total,
                    message,
                })
                .await;
        }
    }

    /// Writes to the client's log, where the client wants lines of this level.
    pub async fn log(&self, level: LogLevel, data: impl Into<Value>) {
        if self
            .call
            .peer
            .log_level()
            .is_some_and(|least| level >= least)
        {
            self.call
                .peer
                .notify(Notice::Log {
                    level,
                    data: data.into(),
                })
                .await;
        }
    }

    /// Writes a line of level `info` to the client's log.
    pub async fn info(&self, data: impl Into<Value>) {
        self.log(LogLevel::Info, data).await;
    }

    /// Waits until the call is cancelled. A running call is dropped then, so only detached work needs this.
    pub async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Whether the call is over: cancelled, past its deadline, or answered. Blocking functions look here.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// The token behind [`Context::cancelled`].
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }

    /// When the call will be stopped.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The trace that the client says the call is part of: to be passed on with requests to others.
    #[must_use]
    pub fn trace(&self) -> Option<&TraceContext> {
        self.trace.as_deref()
    }

    /// Who calls.
    #[must_use]
    pub fn client(&self) -> &ClientProfile {
        self.call.peer.client()
    }

    /// The services of the server that this call is of.
    #[must_use]
    pub(in crate::core) fn services(&self) -> &Services {
        &self.services
    }

    /// The state of type `T`.
    ///
    /// # Errors
    /// When the server was built without one.
    pub fn state<T: Send + Sync + 'static>(&self) -> Result<State<T>, ToolError> {
        self.services
            .states()
            .get()
            .ok_or_else(|| ToolError::failed(format!("no state `{}`", StateType::of::<T>().name())))
    }

    /// Closes the response's stream without ending the call, where the client can come back for the answer
    /// (sessions of 2025-11-25). For calls that outlive a connection.
    pub fn release_stream(&self) {
        self.call.peer.release_stream();
    }

    /// Goes on in the background from here, where the client knows tasks and the tool is marked `task = "on_demand"`: the
    /// client gets a task now and the answer later. Elsewhere nothing happens.
    pub async fn background(&self) {
        self.call.peer.background().await;
    }

    /// How long this call has waited for answers of a person or of the client: not counted against its deadline.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.call.waited.total()
    }

    /// Whether this call waits for an answer of a person or of the client, or was stopped while it did.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.call.waited.is_waiting()
    }

    /// Awaits `work` without using up the call's time.
    ///
    /// Use it for work that a person does elsewhere, such as an approval in another system: the
    /// deadline of the call moves by the time that `work` takes.
    pub async fn pause_deadline<T>(&self, work: impl Future<Output = T>) -> T {
        let wait = self.call.waited.begin();
        let done = work.await;
        wait.end();
        done
    }

    /// Asks the client, unless it did not declare that it can answer.
    pub(super) async fn request(
        &self,
        key: Option<String>,
        request: InputRequest,
    ) -> Result<Value, AskError> {
        if !request.is_allowed_by(self.client()) {
            return Err(AskError::Unsupported {
                required: request.capability(),
            });
        }
        let key = key.unwrap_or_else(|| self.next_key(&request));
        let wait = self.call.waited.begin();
        let answer = self.call.peer.request(key, request).await;
        wait.end();
        answer
    }

    /// A key that is the same when the call is replayed: the question's place and its text. A function that takes another
    /// turn on its second run asks anew, and does not get the answer to another question.
    fn next_key(&self, request: &InputRequest) -> String {
        let place = self.call.questions.fetch_add(1, Ordering::Relaxed) + 1;
        let mut hasher = DefaultHasher::new();
        request.params().to_string().hash(&mut hasher);
        format!("question-{place}-{:08x}", hasher.finish() & 0xffff_ffff)
    }
}
