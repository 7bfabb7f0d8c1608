//! [`ClientBuilder`]: connects a [`Client`] to a server elsewhere.

use std::{ffi::OsString, fmt, future::IntoFuture, sync::Arc, time::Duration};

use serde_json::json;

use super::{
    client::{Client, Link},
    connection::{Authorize, ChildCommand, ConnectOptions, Connection, HttpEndpoint},
    question_handler::{InputQuestion, QuestionHandler, Reaction},
    remote::{Remote, RemoteInbox},
};
use crate::{
    core::{BoxFuture, ClientCapabilities, LogLevel},
    server::{Result, Revision},
};

impl Client {
    /// Connects to a server over streamable HTTP.
    ///
    /// ```no_run
    /// use serde_json::json;
    /// use toolwright::Client;
    ///
    /// # async fn example() -> toolwright::Result<()> {
    /// let client = Client::connect("http://127.0.0.1:8080/mcp").bearer("secret").await?;
    /// let sum = client.call("add", json!({"a": 1, "b": 2})).await?.value::<i64>()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn connect(url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(Target::Http(url.into()))
    }

    /// Connects to a server over HTTP with server-sent events, as servers of 2024 have it.
    pub fn sse(url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(Target::Sse(url.into()))
    }

    /// Starts a program that is a server on its standard streams, and connects to it. It is killed
    /// when the client is dropped.
    ///
    /// ```no_run
    /// use toolwright::Client;
    ///
    /// # async fn example() -> toolwright::Result<()> {
    /// let client = Client::spawn(["uvx", "mcp-server-time"]).await?;
    /// println!("{:?}", client.tools().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn spawn<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> ClientBuilder {
        ClientBuilder::new(Target::Child(ChildCommand::new(words)))
    }
}

/// A [`Client`] that is not connected yet. Awaiting it connects.
#[must_use = "nothing is connected before it is awaited"]
pub struct ClientBuilder {
    target: Target,
    headers: Vec<(String, String)>,
    options: ConnectOptions,
    questions: QuestionHandler,
    log_level: Option<LogLevel>,
    passes_questions_on: bool,
    authorize: Option<Arc<dyn Authorize>>,
}

#[derive(Debug)]
enum Target {
    Http(String),
    Sse(String),
    Child(ChildCommand),
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("target", &self.target)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl ClientBuilder {
    fn new(target: Target) -> Self {
        Self {
            target,
            headers: Vec::new(),
            options: ConnectOptions::new(),
            questions: QuestionHandler::default(),
            log_level: None,
            passes_questions_on: false,
            authorize: None,
        }
    }

    /// Sets the function that answers the questions of the server. Without it, the client declares
    /// that it cannot be asked.
    pub fn answering(
        mut self,
        answer: impl Fn(&InputQuestion) -> Reaction + Send + Sync + 'static,
    ) -> Self {
        self.questions = QuestionHandler::new(answer);
        self
    }

    /// Declares that the server may ask the clients of another server, which this client is
    /// [mounted](crate::Server::mount_remote) in. Do so only for a server that is trusted with that.
    ///
    /// ```no_run
    /// use toolwright::{Client, Server};
    ///
    /// # async fn run() -> toolwright::Result<()> {
    /// let todo = Client::spawn(["todo"]).passing_questions_on().await?;
    /// Server::new("demo").mount_remote(todo).run().await
    /// # }
    /// ```
    pub const fn passing_questions_on(mut self) -> Self {
        self.passes_questions_on = true;
        self
    }

    /// Requests log messages of at least this level.
    pub const fn logging(mut self, level: LogLevel) -> Self {
        self.log_level = Some(level);
        self
    }

    /// Adds a header to every request over HTTP.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Adds `Authorization: Bearer …` to every request over HTTP.
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }

    /// Sets what logs in to the server and gives each request its token.
    #[cfg(feature = "oauth")]
    pub fn oauth(self, oauth: super::oauth::OAuth) -> Self {
        self.authorized_by(Arc::new(oauth))
    }

    /// Sets what gives each request over HTTP its token.
    ///
    /// ```no_run
    /// use std::sync::Arc;
    /// use toolwright::{Client, client::Authorize};
    ///
    /// # async fn run(vault: Arc<dyn Authorize>) -> toolwright::Result<()> {
    /// let client = Client::connect("https://tickets.example.com/mcp").authorized_by(vault).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn authorized_by(mut self, authorize: Arc<dyn Authorize>) -> Self {
        self.authorize = Some(authorize);
        self
    }

    /// Sets how long a request may take.
    pub fn timeout(mut self, time: Duration) -> Self {
        self.options = self.options.timeout(time);
        self
    }

    /// Sets the revision to speak, if the server does.
    pub fn revision(mut self, revision: Revision) -> Self {
        self.options = self.options.revision(revision);
        self
    }

    async fn open(self) -> Result<Client> {
        let inbox = RemoteInbox::new(self.questions.clone());
        let capabilities = match self.passes_questions_on {
            true => json!(ClientCapabilities::ALL),
            false => self.questions.capabilities(),
        };
        let options = self.options.capabilities(capabilities);
        let options = options.handler(inbox.handler());
        let endpoint = |url: &str| {
            let endpoint = HttpEndpoint::new(url).map(|endpoint| match &self.authorize {
                Some(authorize) => endpoint.authorized_by(Arc::clone(authorize)),
                None => endpoint,
            });
            let mut headers = self.headers.iter();
            headers.try_fold(endpoint?, |endpoint, (name, value)| {
                endpoint.header(name, value)
            })
        };
        let connection = match &self.target {
            Target::Http(url) => Connection::http(endpoint(url)?, options).await?,
            Target::Sse(url) => Connection::sse(&endpoint(url)?, options).await?,
            Target::Child(command) => Connection::spawn(command, options).await?,
        };
        connection.listen();
        let remote = Remote::new(connection, inbox, self.passes_questions_on);
        remote.request_logs(self.log_level).await?;
        let mut client = Client::new(Link::Remote(remote));
        client.questions = self.questions;
        client.log_level = self.log_level;
        Ok(client)
    }
}

impl IntoFuture for ClientBuilder {
    type Output = Result<Client>;
    type IntoFuture = BoxFuture<'static, Result<Client>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.open())
    }
}
