//! [`Upstream`]: one other server. Its connection is made, kept, lost and made again.
//!
//! ```text
//! Connecting ──▶ Ready ──▶ (lost) ──▶ Connecting ──▶ … ──▶ Waiting ──▶ Connecting
//!                                        three attempts, then calls fail at once
//! ```

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde::Serialize;
use serde_json::{Value, json, value::RawValue};
use tokio::sync::{Notify, Semaphore, watch};
use toolwright::{
    BoxFuture, ToolError,
    client::{ConnectOptions, Connection, ConnectionError, Handler, HttpEndpoint, Refusal},
};
use toolwright_base::Backoff;

use crate::{
    config::{HttpAddress, Program, ServerConfig, Transport},
    launch::{Launcher, environment},
    log_tail::LogTail,
    variables::{expand, expand_all},
};

/// The pauses between attempts to connect.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(250), Duration::from_secs(30));
/// The attempts after which calls fail at once.
pub(crate) const MAX_ATTEMPTS: u32 = 3;
/// How long a connection must last for its end to be an accident.
const SHORT: Duration = Duration::from_secs(5);
/// The connections in a row that may be short before no further one is made.
const MAX_SHORT: u32 = 5;
/// How long a server may take to answer while the connection is made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest message of a server, in bytes.
const MAX_MESSAGE: usize = 16 * 1024 * 1024;
/// The pause after a change, since servers announce several at once.
const SETTLE: Duration = Duration::from_millis(100);

/// What a connection to another server is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
#[non_exhaustive]
pub enum UpstreamState {
    /// A connection is being made.
    Connecting,
    /// Calls are passed on.
    Ready {
        /// The revision that the server speaks.
        revision: String,
    },
    /// The last attempts failed. There will be another.
    Waiting {
        /// The attempts that failed in a row.
        failures: u32,
        /// Why the last one failed.
        reason: String,
    },
    /// The server ended again and again, and is not connected to any more.
    Stopped {
        /// How it ended last.
        reason: String,
    },
    /// It is configured not to be connected to.
    Disabled,
}

/// Reads what a server offers.
pub(crate) type Loading = BoxFuture<'static, Result<(), ConnectionError>>;

/// What a connection is doing, with the connection.
#[derive(Clone)]
enum Link {
    Connecting,
    Ready(Arc<Connection>),
    Waiting { failures: u32, reason: String },
    Stopped { reason: String },
    Disabled,
}

impl Link {
    /// Returns whether this is the connection in use.
    fn has(&self, connection: &Arc<Connection>) -> bool {
        matches!(self, Self::Ready(current) if Arc::ptr_eq(current, connection))
    }
}

/// One other server.
pub(crate) struct Upstream {
    pub(crate) config: ServerConfig,
    launcher: Arc<dyn Launcher>,
    link: watch::Sender<Link>,
    /// Notified when the server says that its lists have changed.
    changed: Arc<Announcement>,
    errors: Arc<LogTail>,
    /// One call at a time, for servers that do not say which call a question belongs to.
    turns: Semaphore,
}

impl Upstream {
    pub(crate) fn new(config: ServerConfig, launcher: Arc<dyn Launcher>) -> Self {
        let link = match config.is_disabled {
            true => Link::Disabled,
            false => Link::Connecting,
        };
        // Only a server on standard streams that may ask needs to be called one by one.
        let is_single = config.trust.questions && !matches!(config.transport, Transport::Http(_));
        let turns = if is_single { 1 } else { Semaphore::MAX_PERMITS };
        Self {
            config,
            launcher,
            link: watch::Sender::new(link),
            changed: Arc::default(),
            errors: Arc::default(),
            turns: Semaphore::new(turns),
        }
    }

    /// Returns what the connection is doing.
    pub(crate) fn state(&self) -> UpstreamState {
        match &*self.link.borrow() {
            Link::Connecting => UpstreamState::Connecting,
            Link::Ready(connection) => UpstreamState::Ready {
                revision: connection.revision().to_string(),
            },
            Link::Waiting { failures, reason } => UpstreamState::Waiting {
                failures: *failures,
                reason: reason.clone(),
            },
            Link::Stopped { reason } => UpstreamState::Stopped {
                reason: reason.clone(),
            },
            Link::Disabled => UpstreamState::Disabled,
        }
    }

    /// Returns the last lines that a program wrote to its standard error.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.errors.lines()
    }

    /// The places of calls that run at the same time.
    pub(crate) const fn turns(&self) -> &Semaphore {
        &self.turns
    }

    /// Returns the connection. While it is being made, this waits; after three failed attempts it
    /// fails at once.
    ///
    /// # Errors
    /// [`ToolError::Unavailable`] if the server cannot be reached.
    pub(crate) async fn connection(&self) -> Result<Arc<Connection>, ToolError> {
        let mut link = self.link.subscribe();
        loop {
            let reason = match &*link.borrow_and_update() {
                Link::Ready(connection) => return Ok(Arc::clone(connection)),
                Link::Waiting { failures, reason } if *failures >= MAX_ATTEMPTS => {
                    Some(reason.clone())
                }
                Link::Stopped { reason } => Some(reason.clone()),
                Link::Disabled => Some("it is disabled".to_owned()),
                Link::Connecting | Link::Waiting { .. } => None,
            };
            if let Some(reason) = reason {
                let name = &self.config.name;
                let message = format!("the MCP server `{name}` is not available: {reason}");
                return Err(ToolError::unavailable(message));
            }
            // The sender lives as long as `self`.
            let _ = link.changed().await;
        }
    }

    /// Waits until the server is connected or an attempt has failed.
    pub(crate) async fn settled(&self) {
        let is_settled = |link: &Link| !matches!(link, Link::Connecting);
        // The sender lives as long as `self`.
        let _ = self.link.subscribe().wait_for(is_settled).await;
    }

    /// Waits until `connection` is no longer in use.
    async fn replaced(&self, connection: &Arc<Connection>) {
        let mut link = self.link.subscribe();
        // The sender lives as long as `self`.
        let _ = link.wait_for(|link| !link.has(connection)).await;
    }

    /// Makes a new connection, because this one is of no use.
    pub(crate) fn report_lost(&self, connection: &Arc<Connection>) {
        self.link.send_if_modified(|link| {
            let is_current = link.has(connection);
            if is_current {
                *link = Link::Connecting;
            }
            is_current
        });
    }

    /// Keeps a connection for as long as this future is polled. `load` reads what the server
    /// offers, when the connection is made and after each change.
    pub(crate) async fn keep(&self, load: impl Fn(Arc<Connection>) -> Loading + Send + Sync) {
        if self.config.is_disabled {
            return;
        }
        let (mut failures, mut short) = (0, 0);
        loop {
            let begun = Instant::now();
            let reason = match self.connected(&load).await {
                Ok(reason) => {
                    failures = 0;
                    reason
                }
                Err(error) => {
                    failures += 1;
                    self.explained(&error)
                }
            };
            // A server that stays away is told once.
            if failures <= 1 {
                self.warn(&reason);
            }
            let is_short = failures == 0 && begun.elapsed() < SHORT;
            short = if is_short { short + 1 } else { 0 };
            if short == MAX_SHORT {
                let reason = format!("it ended {MAX_SHORT} times in a row: {reason}");
                self.link.send_replace(Link::Stopped { reason });
                return;
            }
            match failures {
                0 => drop(self.link.send_replace(Link::Connecting)),
                _ => drop(self.link.send_replace(Link::Waiting { failures, reason })),
            }
            tokio::time::sleep(BACKOFF.pause(failures.max(short).max(1))).await;
            if failures < MAX_ATTEMPTS {
                self.link.send_replace(Link::Connecting);
            }
        }
    }

    fn warn(&self, reason: &str) {
        let name = &self.config.name;
        tracing::warn!(server = %name, "the MCP server is not connected: {reason}");
    }

    /// Returns the error of a connection, with what a program said last.
    fn explained(&self, error: &ConnectionError) -> String {
        let lines = self.last_lines();
        match (&self.config.transport, lines.last()) {
            (Transport::Stdio(_), Some(line)) => format!("{error}: {line}"),
            _ => error.to_string(),
        }
    }

    /// Makes a connection and keeps it until it ends. Returns how it ended.
    async fn connected(
        &self,
        load: &(impl Fn(Arc<Connection>) -> Loading + Send + Sync),
    ) -> Result<String, ConnectionError> {
        let connection = Arc::new(self.connect().await?);
        load(Arc::clone(&connection)).await?;
        connection.listen();
        self.link.send_replace(Link::Ready(Arc::clone(&connection)));
        let (name, revision) = (&self.config.name, connection.revision());
        tracing::info!(server = %name, %revision, "connected to the MCP server");
        loop {
            tokio::select! {
                reason = connection.ended() => return Ok(reason),
                () = self.replaced(&connection) => return Ok("a call found it gone".to_owned()),
                () = self.changed.wait() => {
                    tokio::time::sleep(SETTLE).await;
                    load(Arc::clone(&connection)).await?;
                }
            }
        }
    }

    async fn connect(&self) -> Result<Connection, ConnectionError> {
        let capabilities = match self.config.trust.questions {
            true => json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}),
            false => json!({}),
        };
        let options = ConnectOptions::new()
            .capabilities(capabilities)
            .timeout(CONNECT_TIMEOUT)
            .limit(MAX_MESSAGE)
            .handler(Arc::clone(&self.changed) as Arc<dyn Handler>);
        match &self.config.transport {
            Transport::Stdio(program) => self.launch(program, options).await,
            Transport::Http(address) => Connection::http(endpoint(address).await?, options).await,
            Transport::Sse(address) => Connection::sse(&endpoint(address).await?, options).await,
        }
    }

    async fn launch(
        &self,
        program: &Program,
        options: ConnectOptions,
    ) -> Result<Connection, ConnectionError> {
        let arguments = program.arguments.iter().map(|one| expand(one));
        let expanded = Program {
            command: expand(&program.command)?,
            arguments: arguments.collect::<Result<_, _>>()?,
            environment: expand_all(&program.environment)?,
            folder: program.folder.clone(),
        };
        let variables = environment(expanded.environment.clone());
        let launched = self.launcher.launch(&expanded, variables).await;
        let launched = launched.map_err(|error| {
            let command = &program.command;
            ConnectionError::Unreachable(format!("`{command}` cannot be started: {error}"))
        })?;
        let errors = Arc::clone(&self.errors);
        errors.clear();
        tokio::spawn(async move { errors.read(launched.errors).await });
        Connection::over(launched.output, launched.input, launched.kept, options).await
    }
}

async fn endpoint(address: &HttpAddress) -> Result<HttpEndpoint, ConnectionError> {
    let mut endpoint = HttpEndpoint::new(&expand(&address.url)?)?;
    for (name, value) in &expand_all(&address.headers)? {
        endpoint = endpoint.header(name, value)?;
    }
    endpoint.refuse_own().await?;
    Ok(endpoint)
}

/// Hears that the lists of a server have changed.
#[derive(Default)]
struct Announcement(Notify);

impl Announcement {
    async fn wait(&self) {
        self.0.notified().await;
    }
}

impl Handler for Announcement {
    fn notified(&self, method: &str, _: &RawValue) {
        if method.ends_with("/list_changed") {
            self.0.notify_one();
        }
    }

    fn asked<'a>(&'a self, method: &'a str, _: Value) -> BoxFuture<'a, Result<Value, Refusal>> {
        let message = format!("`{method}` belongs to no call, or to one of several");
        Box::pin(std::future::ready(Err(Refusal::new(-32603, message))))
    }
}
