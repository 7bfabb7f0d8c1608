//! [`Client`]: a client in the same process, for tests and the command line.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::{Receiver, error::TryRecvError};
use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

use super::{
    question_handler::{InputQuestion, QuestionHandler, Reaction},
    response::{CallResult, NotificationRecorder, from_value, to_value},
};
use crate::{
    core::{
        Arguments, Change, ClientCapabilities, ClientProfile, Context, Implementation, LogLevel,
        PromptMessage, ResourceContents, ToolOutput,
    },
    executor::{Audience, Executor, Plan, PlanReport, ToolExecutionResult},
    server::{
        dispatch::change_notification, error::Result, lifecycle::RunningServer, peer::RequestPeer,
        protocol::RequestId,
    },
};

/// A client that calls a server in the same process, without a port or a child process.
///
/// [`Server::client`](crate::Server::client) creates one. It is meant for tests, and for programs
/// that use the tools of their own server. Requests are serialised and go through the same
/// dispatcher as those of the transports, in revision 2026-07-28.
///
/// ```
/// use serde_json::json;
/// use toolwright::{client::Reaction, prelude::*};
///
/// /// Deletes a file after asking.
/// #[tool]
/// async fn delete(ctx: Context, path: String) -> Result<String, ToolError> {
///     let sure: bool = ctx.ask(format!("Delete {path}?")).await?;
///     Ok(if sure { "deleted" } else { "kept" }.into())
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").tools(tools![delete]).client().await?;
/// let client = client.answering(|_| Reaction::Accept(json!({"value": true})));
/// let output = client.call("delete", json!({"path": "a.txt"})).await?;
/// assert_eq!(output.joined_text(), "deleted");
/// client.close().await
/// # }
/// ```
pub struct Client {
    pub(super) running: RunningServer,
    pub(super) last_id: AtomicI64,
    pub(super) questions: QuestionHandler,
    pub(super) notifications: Arc<Mutex<Vec<Value>>>,
    pub(super) log_level: Option<LogLevel>,
    changes: Mutex<ChangeListener>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("questions", &self.questions)
            .finish_non_exhaustive()
    }
}

impl Client {
    pub(in crate::server) fn new(running: RunningServer) -> Self {
        let changes = running.dispatcher().services().catalog().changes();
        Self {
            changes: Mutex::new(ChangeListener::new(changes)),
            running,
            last_id: AtomicI64::new(0),
            questions: QuestionHandler::default(),
            notifications: Arc::default(),
            log_level: None,
        }
    }

    /// Sets the function that answers the questions of the server.
    ///
    /// Without it, the client declares that it cannot be asked, and a tool that asks fails.
    ///
    /// ```
    /// use toolwright::{Client, client::Reaction};
    ///
    /// fn declining(client: Client) -> Client {
    ///     client.answering(|question| match question.message() {
    ///         "Delete?" => Reaction::Decline,
    ///         _ => Reaction::Cancel,
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn answering(
        mut self,
        answer: impl Fn(&InputQuestion) -> Reaction + Send + Sync + 'static,
    ) -> Self {
        self.questions = QuestionHandler::new(answer);
        self
    }

    /// Requests log messages of at least this level. They arrive as
    /// [notifications](Self::take_notifications).
    #[must_use]
    pub const fn logging(mut self, level: LogLevel) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Calls a tool. A failure that is meant for the model is an `Ok` with `is_error`.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn call(&self, name: &str, arguments: impl Serialize) -> Result<ToolOutput> {
        let arguments = to_value(&arguments)?;
        let result: CallResult = self
            .request("tools/call", json!({"name": name, "arguments": arguments}))
            .await?;
        Ok(result.into())
    }

    /// Runs a plan with the rights of the operator: a step that the policy denies is reported as
    /// denied.
    pub fn run_plan(&self, plan: Plan) -> impl Future<Output = PlanReport> + Send + use<> {
        let (executor, context) = self.operator_call();
        async move { executor.run_plan(&context, plan, Audience::Operator).await }
    }

    /// Calls a tool with the rights of the operator. A tool that is not listed has a result too,
    /// which says why.
    pub(crate) async fn execute(&self, name: &str, arguments: Arguments) -> ToolExecutionResult {
        let (executor, context) = self.operator_call();
        let execution = executor.execute(context, name, arguments).await;
        execution.into_result(name, None)
    }

    /// Returns the executor, and the context of a call with the rights of the operator.
    fn operator_call(&self) -> (Executor, Context) {
        let dispatcher = self.running.dispatcher();
        let software = Implementation::new("toolwright", env!("CARGO_PKG_VERSION"));
        let profile = ClientProfile::new(Some(Arc::new(software)), ClientCapabilities::default());
        let outbox = Arc::new(NotificationRecorder(Arc::clone(&self.notifications)));
        let token = RequestId::Number(self.last_id.fetch_add(1, Ordering::Relaxed) + 1);
        let peer = RequestPeer::new(profile, outbox, self.log_level, Some(token));
        let services = Arc::clone(dispatcher.services());
        let (token, now) = (CancellationToken::new(), Instant::now());
        let context = Context::new(Arc::new(peer), services, token, now);
        (dispatcher.executor().clone(), context)
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn read(&self, uri: &str) -> Result<Vec<ResourceContents>> {
        self.member("resources/read", json!({"uri": uri}), "contents")
            .await
    }

    /// Returns the messages of a prompt.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn prompt(
        &self,
        name: &str,
        arguments: impl Serialize,
    ) -> Result<Vec<PromptMessage>> {
        let arguments = to_value(&arguments)?;
        self.member(
            "prompts/get",
            json!({"name": name, "arguments": arguments}),
            "messages",
        )
        .await
    }

    /// Completes an argument of the prompt or a variable of the resource template `of`.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn complete(&self, of: &str, argument: &str, value: &str) -> Result<Vec<String>> {
        let reference = if of.contains("://") {
            json!({"type": "ref/resource", "uri": of})
        } else {
            json!({"type": "ref/prompt", "name": of})
        };
        let params = json!({"ref": reference, "argument": {"name": argument, "value": value}});
        let completion: Value = self
            .member("completion/complete", params, "completion")
            .await?;
        from_value(completion["values"].clone())
    }

    /// Lists all tools, as JSON objects of the protocol.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn tools(&self) -> Result<Vec<Value>> {
        self.list_all("tools/list", "tools").await
    }

    /// Lists all prompts, as JSON objects of the protocol.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn prompts(&self) -> Result<Vec<Value>> {
        self.list_all("prompts/list", "prompts").await
    }

    /// Lists all resources, as JSON objects of the protocol.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn resources(&self) -> Result<Vec<Value>> {
        self.list_all("resources/list", "resources").await
    }

    /// Lists all resource templates, as JSON objects of the protocol.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn templates(&self) -> Result<Vec<Value>> {
        self.list_all("resources/templates/list", "resourceTemplates")
            .await
    }

    /// Returns the name and the capabilities of the server, as the result of `server/discover`.
    ///
    /// # Errors
    /// When the server refuses the request.
    pub async fn discover(&self) -> Result<Value> {
        self.request("server/discover", json!({})).await
    }

    /// Asks for a notification whenever the contents of the resource at `uri` change.
    pub fn subscribe(&self, uri: impl Into<String>) {
        lock(&self.changes).subscribe(uri.into());
    }

    /// Removes and returns the notifications received so far: first those of calls, such as
    /// progress, then the changes of lists and of resources that it [subscribed](Self::subscribe)
    /// to, each oldest first.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Add two numbers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let server = Server::new("demo").build()?;
    /// let catalog = server.catalog().clone();
    /// let client = server.client().await?;
    /// catalog.add(tools![add])?;
    /// let heard = client.take_notifications();
    /// assert_eq!(heard[0]["method"], "notifications/tools/list_changed");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn take_notifications(&self) -> Vec<Value> {
        let mut notifications = std::mem::take(&mut *lock(&self.notifications));
        notifications.extend(lock(&self.changes).take());
        notifications
    }

    /// Stops the server, and runs its stop hooks.
    ///
    /// # Errors
    /// When a hook fails.
    pub async fn close(self) -> Result<()> {
        self.running.stop().await
    }
}

/// Turns the changes of a catalogue into the notifications that a client with a session gets.
#[derive(Debug)]
pub(super) struct ChangeListener {
    changes: Receiver<Change>,
    subscriptions: BTreeSet<String>,
}

impl ChangeListener {
    pub(super) const fn new(changes: Receiver<Change>) -> Self {
        Self {
            changes,
            subscriptions: BTreeSet::new(),
        }
    }

    pub(super) fn subscribe(&mut self, uri: String) {
        self.subscriptions.insert(uri);
    }

    /// Returns the notifications since the last call.
    pub(super) fn take(&mut self) -> Vec<Value> {
        let mut notifications = Vec::new();
        loop {
            match self.changes.try_recv() {
                Ok(Change::Resource(uri)) if !self.subscriptions.contains(&uri) => {}
                Ok(change) => notifications.push(message(&change)),
                Err(TryRecvError::Lagged(_)) => {
                    let lists = [Change::Tools, Change::Prompts, Change::Resources];
                    notifications.extend(lists.iter().map(message));
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => return notifications,
            }
        }
    }
}

fn message(change: &Change) -> Value {
    serde_json::from_slice(&change_notification(change, None)).unwrap_or_default()
}
