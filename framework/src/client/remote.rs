//! [`ClientBuilder`]: connects a [`Client`] to a server elsewhere; [`Remote`]: its way there.

use std::{
    collections::VecDeque,
    future::IntoFuture,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Map, Value, json, value::RawValue};
use toolwright_base::lock;

use super::{
    client::{Client, Link},
    connection::{
        ChildCommand, ConnectOptions, Connection, ConnectionError, Handler, HttpEndpoint,
        RawRequest, unknown_method,
    },
    question_handler::{InputQuestion, QuestionHandler, Reaction},
};
use crate::{
    core::{BoxFuture, LogLevel, Refusal},
    server::{Error, Result, Revision},
};

/// The most notifications that are kept for [`Client::take_notifications`]. Older ones are dropped.
const MAX_NOTIFICATIONS: usize = 10_000;

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
    pub fn spawn<W: Into<std::ffi::OsString>>(words: impl IntoIterator<Item = W>) -> ClientBuilder {
        ClientBuilder::new(Target::Child(ChildCommand::new(words)))
    }
}

/// A [`Client`] that is not connected yet. Awaiting it connects.
#[derive(Debug)]
#[must_use = "nothing is connected before it is awaited"]
pub struct ClientBuilder {
    target: Target,
    headers: Vec<(String, String)>,
    options: ConnectOptions,
    questions: QuestionHandler,
    log_level: Option<LogLevel>,
}

#[derive(Debug)]
enum Target {
    Http(String),
    Sse(String),
    Child(ChildCommand),
}

impl ClientBuilder {
    fn new(target: Target) -> Self {
        Self {
            target,
            headers: Vec::new(),
            options: ConnectOptions::new(),
            questions: QuestionHandler::default(),
            log_level: None,
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
        let inbox = Arc::new(Inbox {
            notifications: Mutex::default(),
            questions: self.questions.clone(),
        });
        let options = self.options.capabilities(self.questions.capabilities());
        let options = options.handler(Arc::clone(&inbox) as Arc<dyn Handler>);
        let endpoint = |url: &str| {
            let endpoint = HttpEndpoint::new(url);
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
        let remote = Remote {
            connection: Arc::new(connection),
            inbox,
        };
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

/// The way to a server elsewhere.
pub(super) struct Remote {
    connection: Arc<Connection>,
    inbox: Arc<Inbox>,
}

impl Remote {
    /// Requests log messages from a server with sessions. Others are told with each request.
    async fn request_logs(&self, level: Option<LogLevel>) -> Result<()> {
        if let Some(level) = level.filter(|_| !self.connection.revision().is_modern()) {
            let params = json!({"level": level}).to_string();
            let request = RawRequest::new("logging/setLevel").params(params);
            // Not every server has logs.
            match self.connection.request(request).await {
                Ok(_) | Err(ConnectionError::Refused { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Sends a request of `client` and returns its result.
    pub(super) async fn request(
        &self,
        client: &Client,
        method: &str,
        params: &Value,
    ) -> Result<Box<RawValue>> {
        let mut request = RawRequest::new(method)
            .params(params.to_string())
            .handler(Arc::clone(&self.inbox) as Arc<dyn Handler>);
        let name = params.get("name").or_else(|| params.get("uri"));
        if let Some(name) = name.and_then(Value::as_str) {
            request = request.name(name);
        }
        if let Some(level) = client
            .log_level
            .filter(|_| self.connection.revision().is_modern())
        {
            let level = ("io.modelcontextprotocol/logLevel".to_owned(), json!(level));
            request = request.meta(Map::from_iter([level]));
        }
        Ok(self.connection.request(request).await?)
    }

    /// Subscribes to a resource, in the background.
    pub(super) fn subscribe(&self, uri: String) {
        let connection = Arc::clone(&self.connection);
        tokio::spawn(async move {
            let params = json!({"uri": uri}).to_string();
            let request = RawRequest::new("resources/subscribe")
                .params(params)
                .name(uri);
            if let Err(error) = connection.request(request).await {
                tracing::warn!("the server reports no changes of a resource: {error}");
            }
        });
    }

    pub(super) fn take_notifications(&self) -> Vec<Value> {
        std::mem::take(&mut *lock(&self.inbox.notifications)).into()
    }
}

/// Keeps the notifications of a server, and answers its questions.
struct Inbox {
    notifications: Mutex<VecDeque<Value>>,
    questions: QuestionHandler,
}

impl Handler for Inbox {
    fn notified(&self, method: &str, params: &RawValue) {
        let mut notifications = lock(&self.notifications);
        if notifications.len() == MAX_NOTIFICATIONS {
            notifications.pop_front();
        }
        notifications.push_back(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn asked<'a>(
        &'a self,
        method: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, Refusal>> {
        let question = InputQuestion {
            method: method.to_owned(),
            params,
        };
        let questions = self.questions.clone();
        Box::pin(async move {
            // A person may take long.
            let answer = tokio::task::spawn_blocking(move || questions.react(&question)).await;
            answer.ok().flatten().ok_or_else(|| unknown_method(method))
        })
    }
}

impl From<ConnectionError> for Error {
    fn from(error: ConnectionError) -> Self {
        match error {
            ConnectionError::Refused { code, message, .. } => Self::Refused { code, message },
            other => Self::Client(other.to_string()),
        }
    }
}
