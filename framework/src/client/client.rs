//! [`Client`]: calls the tools of a server.

use std::{
    fmt,
    sync::atomic::{AtomicI64, Ordering},
};

use serde::Serialize;
use serde_json::{Value, json};

#[cfg(feature = "client")]
use super::remote::Remote;
use super::{
    question_handler::{InputQuestion, QuestionHandler, Reaction},
    response::{CallResult, from_value, to_value},
};
use crate::{
    core::{Arguments, Context, Identity, LogLevel, PromptMessage, ResourceContents, ToolOutput},
    executor::{Audience, Executor, Plan, PlanReport, ToolExecutionResult},
    server::{BuiltServer, InMemory, Result, Server},
};

/// A client that calls the tools of a server.
///
/// [`Server::client`](crate::Server::client) creates one for a server in the same process, without a
/// port or a child process. It is meant for tests, and for programs that use the tools of their own
/// server. Requests are serialised and go through the same dispatcher as those of the transports,
/// in revision 2026-07-28. With the feature `client`, `Client::connect` and its neighbours create
/// one for a server elsewhere. An `Arc<Client>` is shared between tasks, whose calls run side by side.
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
    pub(super) link: Link,
    pub(super) last_id: AtomicI64,
    pub(super) questions: QuestionHandler,
    pub(super) log_level: Option<LogLevel>,
    /// The caller, for a server in the same process; `None` is the operator.
    pub(super) identity: Option<Identity>,
}

/// The way to the server.
pub(super) enum Link {
    InMemory(Box<InMemory>),
    #[cfg(feature = "client")]
    Remote(Remote),
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("questions", &self.questions)
            .finish_non_exhaustive()
    }
}

impl Client {
    pub(super) fn new(link: Link) -> Self {
        Self {
            link,
            last_id: AtomicI64::new(0),
            questions: QuestionHandler::default(),
            log_level: None,
            identity: None,
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

    /// Makes the requests those of a user, with the role of a caller and without scopes, so that a
    /// test sees what the user is refused. Without it, they are those of the operator, who may do
    /// everything.
    ///
    /// It is for a server in the same process, which believes it. One that runs elsewhere decides by
    /// itself who its clients are: requests to it fail.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{access::{AccessRole, Identity}, prelude::*};
    ///
    /// /// Returns who calls.
    /// #[tool]
    /// async fn me(ctx: Context) -> Option<String> {
    ///     ctx.client().identity.as_ref().map(|identity| identity.user().to_owned())
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let client = Server::new("demo").tools(tools![me]).client().await?;
    /// let client = client.as_user("reader").with_scopes(["books:read"]);
    /// assert_eq!(client.call("me", json!({})).await?.structured_value().unwrap()["result"], "reader");
    /// let client = client.as_user(Identity::new("ada").with_role(AccessRole::Admin));
    /// assert_eq!(client.call("me", json!({})).await?.structured_value().unwrap()["result"], "ada");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn as_user(mut self, user: impl Into<Identity>) -> Self {
        self.identity = Some(user.into());
        self
    }

    /// Gives the [user](Self::as_user) these scopes. Without a user it does nothing, since the operator
    /// needs none.
    #[must_use]
    pub fn with_scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.identity = self.identity.map(|user| user.with_scopes(scopes));
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
    ///
    /// # Errors
    /// When the server runs elsewhere: plans are run in the same process.
    pub fn run_plan(&self, plan: Plan) -> impl Future<Output = Result<PlanReport>> + Send + use<> {
        let call = self.operator_call();
        async move {
            let (executor, context) = call?;
            Ok(executor.run_plan(&context, plan, Audience::Operator).await)
        }
    }

    /// Calls a tool with the rights of the operator. A tool that is not listed has a result too,
    /// which says why.
    pub(crate) async fn execute(
        &self,
        name: &str,
        arguments: Arguments,
    ) -> Result<ToolExecutionResult> {
        let (executor, context) = self.operator_call()?;
        let execution = executor.execute(context, name, arguments).await;
        Ok(execution.into_result(name, None))
    }

    fn operator_call(&self) -> Result<(Executor, Context)> {
        match &self.link {
            Link::InMemory(server) => Ok(server.operator_call(self.log_level, self.next_id())),
            #[cfg(feature = "client")]
            Link::Remote(_) => Err(crate::Error::Client("the server runs elsewhere".into())),
        }
    }

    pub(super) fn next_id(&self) -> i64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
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
        let tools = self.list_all("tools/list", "tools").await?;
        match &self.link {
            Link::InMemory(_) => Ok(tools),
            #[cfg(feature = "client")]
            Link::Remote(remote) => Ok(remote.learn(tools)),
        }
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
        match &self.link {
            Link::InMemory(server) => server.subscribe(uri.into()),
            #[cfg(feature = "client")]
            Link::Remote(remote) => remote.subscribe(uri.into()),
        }
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
        match &self.link {
            Link::InMemory(server) => server.take_notifications(),
            #[cfg(feature = "client")]
            Link::Remote(remote) => remote.take_notifications(),
        }
    }

    /// Closes the connection. A server in the same process is stopped, and runs its stop hooks.
    ///
    /// # Errors
    /// When a hook fails.
    pub async fn close(self) -> Result<()> {
        match self.link {
            Link::InMemory(server) => server.stop().await,
            #[cfg(feature = "client")]
            Link::Remote(_) => Ok(()),
        }
    }
}

impl Server {
    /// Builds and starts the server, and returns a client in the same process.
    ///
    /// # Errors
    /// When the server cannot be built, or a start hook fails.
    pub async fn client(self) -> Result<Client> {
        self.build()?.client().await
    }

    /// Builds the server and returns a client that lists what it offers, without start hooks.
    pub(crate) async fn listing_client(self) -> Result<Client> {
        let server = self.build()?.start_for_lists().await?;
        Ok(Client::new(Link::InMemory(Box::new(server))))
    }
}

impl BuiltServer {
    /// Starts the server and returns a client in the same process.
    ///
    /// # Errors
    /// When a start hook fails.
    pub async fn client(self) -> Result<Client> {
        let server = self.start_in_memory().await?;
        Ok(Client::new(Link::InMemory(Box::new(server))))
    }
}
