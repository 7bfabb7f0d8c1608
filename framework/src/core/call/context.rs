//! [`Context`]: the call, as the function that handles it sees it.

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
    call_log::TraceContext,
    passed_on::PassedCalls,
    state::{Services, State, StateType},
    waited_time::WaitedTime,
};
use crate::core::{
    error::ToolError,
    peer::{AskError, ClientProfile, ClientSession, InputRequest, Peer, RequestHead},
};

/// The call, as the function that handles it sees it.
///
/// A function that takes a `Context` can report progress, write to the client's log, ask a person,
/// sample the client's model, read a resource, and see that it was cancelled. The parameter is not
/// part of the schema.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Import some rows.
/// #[tool]
/// async fn import(ctx: Context, rows: u32) -> String {
///     for row in 0..rows {
///         ctx.progress(f64::from(row), f64::from(rows)).await;
///     }
///     ctx.info(format!("imported {rows} rows")).await;
///     "done".into()
/// }
/// ```
///
/// **Asking replays the function.** On revision 2026-07-28 a question ends the request. The client
/// sends the request again with the answer, and the function runs from its top; earlier questions
/// return their answers at once. Do what must not happen twice after the last question.
///
/// Cloning is cheap.
#[derive(Clone)]
pub struct Context {
    pub(super) call: Arc<SharedCall>,
    services: Arc<Services>,
    cancellation: CancellationToken,
    received: Instant,
    is_continued: bool,
    is_test: bool,
    deadline: Option<Instant>,
    pub(super) trace: Option<Arc<TraceContext>>,
    /// The text of an object.
    pub(super) meta: Option<Arc<str>>,
    /// Its number among the calls of the request.
    pub(super) number: u32,
}

/// The parts that all contexts of one call share.
pub(super) struct SharedCall {
    peer: Arc<dyn Peer>,
    questions: AtomicU32,
    waited: WaitedTime,
    pub(super) passed: PassedCalls,
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
    /// Creates the context of a call whose request arrived at `received`.
    #[must_use]
    pub fn new(
        peer: Arc<dyn Peer>,
        services: Arc<Services>,
        cancellation: CancellationToken,
        received: Instant,
    ) -> Self {
        let call = SharedCall {
            peer,
            questions: AtomicU32::new(0),
            waited: WaitedTime::default(),
            passed: PassedCalls::default(),
        };
        Self {
            call: Arc::new(call),
            services,
            cancellation,
            received,
            is_continued: false,
            is_test: false,
            deadline: None,
            trace: None,
            meta: None,
            number: 0,
        }
    }

    /// Marks the call as a further round of an earlier one, or not.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_continued(mut self, is_continued: bool) -> Self {
        self.is_continued = is_continued;
        self
    }

    /// Whether the call continues one that asked a question and was sent again with the answer.
    ///
    /// Limits count such a call only once.
    #[must_use]
    pub const fn is_continued(&self) -> bool {
        self.is_continued
    }

    /// Marks the call as a trial run, or not.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_test(mut self, is_test: bool) -> Self {
        self.is_test = is_test;
        self
    }

    /// Whether the call is a trial run, by somebody who builds the tool.
    ///
    /// The execution log says so, and its limits are counted apart from those of other calls.
    #[must_use]
    pub const fn is_test(&self) -> bool {
        self.is_test
    }

    /// When the request of this call arrived.
    #[must_use]
    pub const fn received_at(&self) -> Instant {
        self.received
    }

    /// Sets the deadline.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Returns the context of the same call in a mounted server: with the services of that server.
    ///
    /// Cancelling the present context cancels the new one, not the other way round.
    #[doc(hidden)]
    #[must_use]
    pub fn nested(mut self, services: Arc<Services>) -> Self {
        self.services = services;
        self.cancellation = self.cancellation.child_token();
        self
    }

    /// Returns the context of a call within this one, for the same client.
    ///
    /// Cancelling the present context cancels the new one, not the other way round.
    #[must_use]
    pub fn child(&self) -> Self {
        let mut child = self.clone().nested(Arc::clone(&self.services));
        child.received = Instant::now();
        child.number = self.call.passed.next();
        child
    }

    /// Waits until the call is cancelled, past its deadline, or answered.
    ///
    /// The future of a call is dropped when it is cancelled, so only work that was spawned needs
    /// this:
    ///
    /// ```
    /// # fn example(ctx: toolwright::Context, work: impl Future<Output = ()> + Send + 'static) {
    /// tokio::spawn(async move {
    ///     tokio::select! {
    ///         () = work => {}
    ///         () = ctx.cancelled() => {}
    ///     }
    /// });
    /// # }
    /// ```
    pub async fn cancelled(&self) {
        self.cancellation.cancelled().await;
    }

    /// Whether the call is cancelled, past its deadline, or answered.
    ///
    /// A function that is not `async` runs on a thread of its own and cannot be stopped from
    /// outside. It looks here from time to time:
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Count to a number.
    /// #[tool]
    /// fn count(ctx: Context, to: u64) -> Result<u64, ToolError> {
    ///     for number in 0..to {
    ///         if number % 1_000 == 0 && ctx.is_cancelled() {
    ///             return Err(ToolError::Cancelled);
    ///         }
    ///     }
    ///     Ok(to)
    /// }
    /// ```
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// The token behind [`Context::cancelled`].
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }

    /// When the call will be stopped, if it has a deadline.
    ///
    /// Time spent waiting for answers moves the end: see [`Context::waited`].
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The client that called.
    #[must_use]
    pub fn client(&self) -> &ClientProfile {
        self.call.peer.client()
    }

    /// The head of the HTTP request that the call came with: its headers, its address, and the
    /// extensions that tower layers have added. `None` if the call did not come over HTTP.
    #[must_use]
    pub fn request(&self) -> Option<&RequestHead> {
        self.call.peer.request_head()
    }

    /// The session of the client, where values can be kept from call to call.
    ///
    /// Clients of revision 2026-07-28 have that of their identity over HTTP, kept for an hour after its last
    /// use for all clients of the user, and that of the connection elsewhere. `None` over HTTP without
    /// authentication on 2026-07-28, and over the REST API.
    #[must_use]
    pub fn session(&self) -> Option<&ClientSession> {
        self.call.peer.session()
    }

    /// The id of the request that the call came with, as the client chose it. Other clients use the
    /// same ids.
    #[must_use]
    pub fn request_id(&self) -> Option<String> {
        self.call.peer.request_id()
    }

    /// The client behind the call.
    pub(super) fn peer(&self) -> &dyn Peer {
        &*self.call.peer
    }

    /// The services of the server that handles this call.
    pub(in crate::core) fn services(&self) -> &Services {
        &self.services
    }

    /// Returns the state of type `T`. A parameter of type [`State<T>`](State) does the same.
    ///
    /// # Errors
    /// Fails if the server was built without one.
    pub fn state<T: Send + Sync + 'static>(&self) -> Result<State<T>, ToolError> {
        self.services.states().get().ok_or_else(|| {
            ToolError::failed(format!(
                "the server has no state of type `{}`",
                StateType::of::<T>().name()
            ))
        })
    }

    /// Closes the stream of the response without ending the call, if the client can come back for it.
    ///
    /// Use it in calls that take longer than a connection lives.
    pub fn release_stream(&self) {
        self.call.peer.release_stream();
    }

    /// Continues the call in the background: the client gets a task now and the answer later.
    ///
    /// Does nothing unless the client knows tasks and the tool has `task = "on_demand"`.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Render a film.
    /// #[tool(task = "on_demand")]
    /// async fn render(ctx: Context, minutes: u32) -> String {
    ///     if minutes > 5 {
    ///         ctx.background().await;
    ///     }
    ///     format!("rendered {minutes} minutes")
    /// }
    /// ```
    pub async fn background(&self) {
        self.call.peer.background().await;
    }

    /// How long this call has waited for answers of a person or of the client, which does not count
    /// against the deadline.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.call.waited.total()
    }

    /// Whether this call waits for an answer of a person or of the client, or was stopped while waiting.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.call.waited.is_waiting()
    }

    /// Awaits `work` without using up the call's time.
    ///
    /// Use it for work that a person does elsewhere, such as an approval in another system.
    ///
    /// ```
    /// # use toolwright::prelude::*;
    /// # async fn approval() -> bool { true }
    /// /// Pay an invoice once it is approved.
    /// #[tool(timeout = "5s")]
    /// async fn pay(ctx: Context) -> &'static str {
    ///     match ctx.pause_deadline(approval()).await {
    ///         true => "paid",
    ///         false => "refused",
    ///     }
    /// }
    /// ```
    pub async fn pause_deadline<T>(&self, work: impl Future<Output = T>) -> T {
        let wait = self.call.waited.begin();
        let done = work.await;
        wait.end();
        done
    }

    /// Whether a question makes this call run again from its start, as on revision 2026-07-28.
    #[must_use]
    pub fn replays(&self) -> bool {
        self.call.peer.replays()
    }

    /// Asks the client, if it declared that it can answer.
    pub(super) async fn ask_client(
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

    /// Returns a key that is the same when the call is replayed: the position of the question and a
    /// hash of its text. A function that takes another branch in its second run asks anew, and does
    /// not get the answer to another question.
    fn next_key(&self, request: &InputRequest) -> String {
        let place = self.call.questions.fetch_add(1, Ordering::Relaxed) + 1;
        let mut hasher = DefaultHasher::new();
        request.params().to_string().hash(&mut hasher);
        format!("question-{place}-{:08x}", hasher.finish() & 0xffff_ffff)
    }
}
