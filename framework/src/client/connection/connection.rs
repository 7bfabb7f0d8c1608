//! [`Connection`]: sends requests to a server and returns its results as JSON text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::{Value, json, value::RawValue};
use tokio::{task::AbortHandle, time::timeout};
use toolwright_base::lock;

use super::{
    error::ConnectionError,
    http::Http,
    incoming::notification,
    pipe::Pipe,
    request::{CommonMeta, RawRequest},
};
use crate::{core::TASKS_EXTENSION, server::Revision};

/// The most pages of a list that are read.
const MAX_PAGES: usize = 1_000;
/// The most entries of a list, and the most bytes of all together.
const MAX_ENTRIES: usize = 20_000;
const MAX_LIST: usize = 64 * 1024 * 1024;
/// The pause before a broken stream of changes is opened again.
const LISTEN_PAUSE: Duration = Duration::from_secs(5);

/// A connection to another MCP server.
///
/// Parameters and results are JSON text, which is passed on as it is. For calls with types, see
/// [`Client`](crate::Client).
///
/// ```no_run
/// use toolwright::client::{ChildCommand, ConnectOptions, Connection, RawRequest};
///
/// # async fn example() -> Result<(), toolwright::client::ConnectionError> {
/// let command = ChildCommand::new(["uvx", "mcp-server-time"]);
/// let connection = Connection::spawn(&command, ConnectOptions::new()).await?;
/// let request = RawRequest::new("tools/call")
///     .params(r#"{"name": "get_current_time", "arguments": {"timezone": "Asia/Seoul"}}"#)
///     .name("get_current_time");
/// println!("{}", connection.request(request).await?);
/// # Ok(())
/// # }
/// ```
///
/// Dropping it closes the connection. A child process is killed, with what it started.
pub struct Connection {
    inner: Arc<ConnectionState>,
    listener: Mutex<Option<AbortHandle>>,
    /// Whether the server knows tasks.
    has_tasks: bool,
}

/// The parts of a connection that its listener shares.
pub(super) struct ConnectionState {
    pub(super) transport: Transport,
    pub(super) revision: Revision,
    pub(super) server: Box<RawValue>,
    pub(super) meta: CommonMeta,
    pub(super) last_id: AtomicI64,
    pub(super) timeout: Duration,
}

pub(super) enum Transport {
    Pipe(Pipe),
    Http(Http),
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("revision", &self.inner.revision)
            .finish_non_exhaustive()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(listener) = lock(&self.listener).take() {
            listener.abort();
        }
        if let (Transport::Http(http), Ok(runtime)) =
            (&self.inner.transport, tokio::runtime::Handle::try_current())
        {
            let http = http.clone();
            runtime.spawn(async move { http.close().await });
        }
    }
}

impl Connection {
    pub(super) fn new(inner: ConnectionState) -> Self {
        let mut connection = Self {
            inner: Arc::new(inner),
            listener: Mutex::default(),
            has_tasks: false,
        };
        let extension = format!("extensions/{}", TASKS_EXTENSION.replace('/', "~1"));
        connection.has_tasks =
            connection.revision().is_modern() && connection.has_capability(&extension);
        connection
    }

    /// Returns the revision that both sides speak.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.inner.revision
    }

    /// Returns the server's description of itself: the result of `server/discover` or `initialize`.
    #[must_use]
    pub fn server(&self) -> &RawValue {
        &self.inner.server
    }

    /// Whether the server says that it has a capability, such as `tools` or `resources/subscribe`.
    ///
    /// ```
    /// use toolwright::client::Connection;
    ///
    /// fn follow(connection: &Connection) {
    ///     if connection.has_capability("resources/subscribe") {
    ///         connection.listen_to(&["notes://today".to_owned()]);
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn has_capability(&self, path: &str) -> bool {
        let server: Value = serde_json::from_str(self.server().get()).unwrap_or_default();
        let capability = server.pointer(&format!("/capabilities/{path}"));
        capability.is_some_and(|one| !matches!(one, Value::Null | Value::Bool(false)))
    }

    /// Whether all requests share one stream, on which nothing says to which a question belongs.
    pub(in crate::client) fn is_one_stream(&self) -> bool {
        matches!(self.inner.transport, Transport::Pipe(_))
    }

    /// Whether the server may answer a call with a task.
    pub(in crate::client) const fn has_tasks(&self) -> bool {
        self.has_tasks
    }

    /// Sends a request, and drops its answer.
    pub(in crate::client) fn request_in_background(&self, request: RawRequest<'static>) {
        let inner = Arc::clone(&self.inner);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { inner.request(request).await.map(drop) });
        }
    }

    /// Sends a request and returns its result.
    ///
    /// Dropping the future cancels the request on the server.
    ///
    /// # Errors
    /// If the server refuses it, or does not answer in time.
    pub async fn request(&self, request: RawRequest<'_>) -> Result<Box<RawValue>, ConnectionError> {
        self.inner.request(request).await
    }

    /// Sends a notification.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub async fn notify(
        &self,
        method: &str,
        params: Option<&RawValue>,
    ) -> Result<(), ConnectionError> {
        self.inner
            .transport
            .send(notification(method, params))
            .await
    }

    /// Reads all pages of a list, such as `tools/list`, whose entries are in `member`.
    ///
    /// ```no_run
    /// # use toolwright::client::{Connection, ConnectionError};
    /// # async fn example(connection: Connection) -> Result<(), ConnectionError> {
    /// let tools = connection.list("tools/list", "tools").await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the server refuses a page, or the list does not end.
    pub async fn list(
        &self,
        method: &str,
        member: &str,
    ) -> Result<Vec<Box<RawValue>>, ConnectionError> {
        let (mut entries, mut cursors, mut bytes) = (Vec::new(), BTreeSet::new(), 0);
        let mut params = String::from("{}");
        let endless = |what: &str| Err(ConnectionError::Invalid(format!("`{method}` {what}")));
        for _ in 0..MAX_PAGES {
            let page = self
                .request(RawRequest::new(method).params(&params))
                .await?;
            bytes += page.get().len();
            if bytes > MAX_LIST {
                return endless(&format!("is longer than {MAX_LIST} bytes"));
            }
            let mut page: BTreeMap<String, Box<RawValue>> = parse(page.get())?;
            let Some(list) = page.remove(member) else {
                return endless(&format!("has no list `{member}`"));
            };
            let list: Vec<Box<RawValue>> = parse(list.get())?;
            entries.extend(list);
            if entries.len() > MAX_ENTRIES {
                return endless(&format!("has more than {MAX_ENTRIES} entries"));
            }
            let cursor = page.remove("nextCursor");
            let cursor: Option<String> = cursor.map_or(Ok(None), |cursor| parse(cursor.get()))?;
            let Some(cursor) = cursor else {
                return Ok(entries);
            };
            params = json!({"cursor": cursor}).to_string();
            if !cursors.insert(cursor) {
                return endless("repeats a cursor");
            }
        }
        endless(&format!("has more than {MAX_PAGES} pages"))
    }

    /// Asks the server to report changes of its lists to the handler of the connection, from now on.
    pub fn listen(&self) {
        self.listen_to(&[]);
    }

    /// Asks the server to report changes of its lists, and of the resources at `uris`, to the handler of
    /// the connection, from now on. Servers of before 2026-07-28 are asked for a resource by
    /// `resources/subscribe`.
    pub fn listen_to(&self, uris: &[String]) {
        let (inner, uris) = (Arc::clone(&self.inner), uris.to_vec());
        let task = tokio::spawn(async move { inner.listen(&uris).await });
        if let Some(earlier) = lock(&self.listener).replace(task.abort_handle()) {
            earlier.abort();
        }
    }

    /// Ends the session of a server over HTTP, and waits until it is told. Dropping the connection does
    /// so in the background, which a program that exits at once does not wait for.
    pub async fn close(self) {
        if let Transport::Http(http) = &self.inner.transport {
            http.close().await;
        }
    }

    /// Waits until the connection has ended, and returns the reason. A server over HTTP ends it by
    /// forgetting the session.
    pub async fn ended(&self) -> String {
        match &self.inner.transport {
            Transport::Pipe(pipe) => pipe.ended().await,
            Transport::Http(http) => http.ended().await,
        }
    }
}

impl ConnectionState {
    async fn request(&self, request: RawRequest<'_>) -> Result<Box<RawValue>, ConnectionError> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let time = request.timeout.unwrap_or(self.timeout);
        if let Some(handler) = &request.handler {
            handler.sent(id);
        }
        let body = request.encode(id, &self.meta);
        let answer = self.transport.request(id, body, &request);
        let answer = timeout(time, answer).await;
        answer.unwrap_or(Err(ConnectionError::Timeout(time)))
    }

    /// Listens until the server says that it reports no changes.
    async fn listen(&self, uris: &[String]) {
        loop {
            let end = match &self.transport {
                _ if self.revision.is_modern() => self.subscribe(uris).await,
                Transport::Http(http) => http.listen().await,
                // The one stream carries everything.
                Transport::Pipe(_) => return,
            };
            match end {
                Err(ConnectionError::Refused(_) | ConnectionError::Status { .. }) => return,
                _ => tokio::time::sleep(LISTEN_PAUSE).await,
            }
        }
    }

    /// Subscribes to the changes of all lists, and of these resources. Returns when the server ends that.
    async fn subscribe(&self, uris: &[String]) -> Result<(), ConnectionError> {
        let mut wanted = json!({"toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true});
        if !uris.is_empty() {
            wanted["resourceSubscriptions"] = json!(uris);
        }
        let params = json!({"notifications": wanted}).to_string();
        let request = RawRequest::new("subscriptions/listen").params(params);
        self.request(request.timeout(Duration::MAX)).await.map(drop)
    }
}

impl Transport {
    pub(super) async fn request(
        &self,
        id: i64,
        body: Bytes,
        request: &RawRequest<'_>,
    ) -> Result<Box<RawValue>, ConnectionError> {
        match self {
            Self::Pipe(pipe) => pipe.request(id, body, request.handler.clone()).await,
            Self::Http(http) => http.request(id, body, request).await,
        }
    }

    pub(super) async fn send(&self, body: Bytes) -> Result<(), ConnectionError> {
        match self {
            Self::Pipe(pipe) => pipe.send(body).await,
            Self::Http(http) => http.send(body).await,
        }
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ConnectionError> {
    serde_json::from_str(text).map_err(|error| ConnectionError::Invalid(error.to_string()))
}
