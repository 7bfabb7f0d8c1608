//! How a [`Connection`] is made: [`ConnectOptions`], and the agreement on a revision.
//!
//! A server of 2026-07-28 answers `server/discover`. One that does not is asked with `initialize`,
//! which all earlier revisions have.

use std::{
    fmt,
    sync::{Arc, atomic::AtomicI64},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};

use super::{
    child::{self, ChildCommand},
    connection::{Connection, ConnectionState, Transport},
    endpoint::HttpEndpoint,
    error::ConnectionError,
    handler::{Handler, Ignore},
    http::Http,
    incoming::notification,
    request::{CommonMeta, RawRequest},
    sse,
};
use crate::{core::Refusal, server::Revision};

/// The error for a revision that a server does not speak.
const UNSUPPORTED_VERSION: i64 = -32022;
/// How long a server may take to say that it does not know `server/discover`.
const DISCOVER_TIMEOUT: Duration = Duration::from_secs(10);

/// The options of a connection: the name and the capabilities of the client, and its limits.
///
/// ```
/// use std::time::Duration;
/// use toolwright::client::ConnectOptions;
///
/// let options = ConnectOptions::new().client("my-agent", "1.0").timeout(Duration::from_secs(10));
/// ```
#[derive(Clone)]
pub struct ConnectOptions {
    client: (String, String),
    capabilities: Value,
    revision: Option<Revision>,
    timeout: Duration,
    limit: usize,
    handler: Arc<dyn Handler>,
}

impl fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectOptions")
            .field("client", &self.client)
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}

impl Default for ConnectOptions {
    fn default() -> Self {
        let client = (
            "toolwright".to_owned(),
            env!("CARGO_PKG_VERSION").to_owned(),
        );
        Self {
            client,
            capabilities: json!({}),
            revision: None,
            timeout: Duration::from_secs(60),
            limit: 64 * 1024 * 1024,
            handler: Arc::new(Ignore),
        }
    }
}

impl ConnectOptions {
    /// Creates options for a client that cannot be asked: requests may take a minute, and answers
    /// have at most 64 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name and the version of the client.
    #[must_use]
    pub fn client(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.client = (name.into(), version.into());
        self
    }

    /// Sets the capabilities that the client declares, such as `{"elicitation": {}}`.
    #[must_use]
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Sets the revision to speak, if the server does. By default it is the newest.
    #[must_use]
    pub const fn revision(mut self, revision: Revision) -> Self {
        self.revision = Some(revision);
        self
    }

    /// Sets how long a request may take that does not say otherwise.
    #[must_use]
    pub const fn timeout(mut self, time: Duration) -> Self {
        self.timeout = time;
        self
    }

    /// Sets the most bytes of one message of the server.
    #[doc(hidden)]
    #[must_use]
    pub const fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Sets what receives the questions and notifications of the server.
    #[must_use]
    pub fn handler(mut self, handler: Arc<dyn Handler>) -> Self {
        self.handler = handler;
        self
    }
}

impl Connection {
    /// Connects over streamable HTTP.
    ///
    /// # Errors
    /// If the server cannot be reached, refuses, or speaks no known revision.
    pub async fn http(
        endpoint: HttpEndpoint,
        options: ConnectOptions,
    ) -> Result<Self, ConnectionError> {
        let http = Http::new(endpoint, Arc::clone(&options.handler), options.limit);
        Opening::new(Transport::Http(http), options).open().await
    }

    /// Connects over HTTP with server-sent events, the transport of 2024-11-05.
    ///
    /// # Errors
    /// As [`Connection::http`].
    ///
    /// ```no_run
    /// use toolwright::client::{ConnectOptions, Connection, ConnectionError, HttpEndpoint};
    ///
    /// # async fn connect() -> Result<(), ConnectionError> {
    /// let endpoint = HttpEndpoint::new("http://127.0.0.1:8080/sse")?;
    /// let connection = Connection::sse(&endpoint, ConnectOptions::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn sse(
        endpoint: &HttpEndpoint,
        options: ConnectOptions,
    ) -> Result<Self, ConnectionError> {
        let open = sse::open(endpoint, Arc::clone(&options.handler), options.limit);
        let pipe = timeout(options.timeout, open).await;
        let pipe = pipe.unwrap_or(Err(ConnectionError::Timeout(options.timeout)))?;
        let options = options.revision(Revision::V2024_11_05);
        Opening::new(Transport::Pipe(pipe), options).open().await
    }

    /// Starts a program and connects to its standard streams.
    ///
    /// # Errors
    /// As [`Connection::http`], and if the program cannot be started.
    pub async fn spawn(
        command: &ChildCommand,
        options: ConnectOptions,
    ) -> Result<Self, ConnectionError> {
        let pipe = command.open(Arc::clone(&options.handler), options.limit)?;
        Opening::new(Transport::Pipe(pipe), options).open().await
    }

    /// Connects over two streams of lines. `kept` is dropped when the connection ends.
    ///
    /// # Errors
    /// As [`Connection::http`].
    ///
    /// ```no_run
    /// use toolwright::client::{ConnectOptions, Connection, ConnectionError};
    ///
    /// # async fn connect(socket: tokio::net::TcpStream) -> Result<(), ConnectionError> {
    /// let (input, output) = socket.into_split();
    /// let connection = Connection::over(input, output, (), ConnectOptions::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn over(
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
        kept: impl Send + 'static,
        options: ConnectOptions,
    ) -> Result<Self, ConnectionError> {
        let handler = Arc::clone(&options.handler);
        let pipe = child::open(input, output, kept, handler, options.limit);
        Opening::new(Transport::Pipe(pipe), options).open().await
    }
}

/// Whether a server refuses a revision, and says that it supports the newest one.
fn supports_newest(refusal: &Refusal) -> bool {
    let supported = refusal.data.as_ref().and_then(|data| data.get("supported"));
    let newest = Revision::V2026_07_28.as_str();
    let mut supported = supported.and_then(Value::as_array).into_iter().flatten();
    refusal.code == UNSUPPORTED_VERSION && supported.any(|one| one == newest)
}

/// A transport whose revision is not known yet.
struct Opening {
    transport: Transport,
    options: ConnectOptions,
}

impl Opening {
    const fn new(transport: Transport, options: ConnectOptions) -> Self {
        Self { transport, options }
    }

    async fn open(self) -> Result<Connection, ConnectionError> {
        if self.options.revision.is_none_or(Revision::is_modern)
            && let Some(server) = self.discover().await?
        {
            return Ok(self.connected(Revision::V2026_07_28, server));
        }
        let (revision, server) = self.initialize().await?;
        if let Transport::Http(http) = &self.transport {
            http.agree(revision);
        }
        let ready = notification("notifications/initialized", None);
        self.transport.send(ready).await?;
        Ok(self.connected(revision, server))
    }

    /// Returns the result of `server/discover`, or `None` if the server is older.
    async fn discover(&self) -> Result<Option<Box<RawValue>>, ConnectionError> {
        #[derive(Deserialize)]
        struct Discovered {
            #[serde(rename = "supportedVersions")]
            versions: Vec<String>,
        }
        let request = RawRequest::new("server/discover");
        let mut answer = self.request(-1, &request, DISCOVER_TIMEOUT).await;
        if let Err(ConnectionError::Refused(refusal)) = &answer
            && supports_newest(refusal)
        {
            answer = self.request(-3, &request, DISCOVER_TIMEOUT).await;
        }
        let server = match answer {
            Ok(server) => server,
            Err(
                ConnectionError::Refused(_)
                | ConnectionError::Status { .. }
                | ConnectionError::Invalid(_)
                | ConnectionError::Timeout(_)
                | ConnectionError::SessionEnded,
            ) => return Ok(None),
            Err(error) => return Err(error),
        };
        let discovered = serde_json::from_str::<Discovered>(server.get());
        let newest = Revision::V2026_07_28.as_str();
        let is_modern = discovered.is_ok_and(|it| it.versions.iter().any(|one| one == newest));
        if let (true, Transport::Http(http)) = (is_modern, &self.transport) {
            http.agree(Revision::V2026_07_28);
        }
        Ok(is_modern.then_some(server))
    }

    async fn initialize(&self) -> Result<(Revision, Box<RawValue>), ConnectionError> {
        #[derive(Deserialize)]
        struct Initialized {
            #[serde(rename = "protocolVersion")]
            version: String,
        }
        let (name, version) = &self.options.client;
        let wanted = self.options.revision.filter(|one| !one.is_modern());
        let params = json!({
            "protocolVersion": wanted.unwrap_or(Revision::LATEST_LEGACY).as_str(),
            "capabilities": self.options.capabilities,
            "clientInfo": {"name": name, "version": version},
        });
        let request = RawRequest::new("initialize").params(params.to_string());
        let server = self.request(-2, &request, self.options.timeout).await?;
        let initialized: Initialized = serde_json::from_str(server.get())
            .map_err(|error| ConnectionError::Invalid(error.to_string()))?;
        let revision = Revision::parse(&initialized.version).ok_or_else(|| {
            let version = initialized.version;
            ConnectionError::Invalid(format!("it speaks the unknown revision `{version}`"))
        })?;
        Ok((revision, server))
    }

    async fn request(
        &self,
        id: i64,
        request: &RawRequest<'_>,
        time: Duration,
    ) -> Result<Box<RawValue>, ConnectionError> {
        let meta = match request.method {
            "initialize" => CommonMeta::default(),
            _ => self.meta(Revision::V2026_07_28),
        };
        let body = request.encode(id, &meta);
        let time = time.min(self.options.timeout);
        let answer = timeout(time, self.transport.request(id, body, request)).await;
        answer.unwrap_or(Err(ConnectionError::Timeout(time)))
    }

    /// Returns what `_meta` has in every request of a revision.
    fn meta(&self, revision: Revision) -> CommonMeta {
        if !revision.is_modern() {
            return CommonMeta::default();
        }
        let (name, version) = &self.options.client;
        let client = json!({"name": name, "version": version});
        let prefix = "io.modelcontextprotocol";
        CommonMeta {
            members: format!(
                r#""{prefix}/protocolVersion":"{revision}","{prefix}/clientInfo":{client}"#
            ),
            capabilities: self.options.capabilities.clone(),
        }
    }

    fn connected(self, revision: Revision, server: Box<RawValue>) -> Connection {
        Connection::new(ConnectionState {
            meta: self.meta(revision),
            transport: self.transport,
            revision,
            server,
            last_id: AtomicI64::new(0),
            timeout: self.options.timeout,
        })
    }
}
