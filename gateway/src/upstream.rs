//! [`Upstream`]: one other server. Its connection is made, kept, lost and made again.
//!
//! ```text
//! Connecting ──▶ Ready ──▶ (lost) ──▶ Connecting ──▶ … ──▶ Waiting ──▶ Connecting
//!                                        three attempts, then calls fail at once
//! ```

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::{Value, json, value::RawValue};
use tokio::sync::{Notify, Semaphore, SemaphorePermit, watch};
use toolwright::{
    BoxFuture, ToolError,
    call::LogLevel,
    client::{Connection, ConnectionError, Handler, RawRequest, Refusal},
};
use toolwright_base::Backoff;

use crate::{
    config::{ServerConfig, Transport},
    connect::connect,
    introduction::Introduction,
    launch::Launcher,
    log_tail::LogTail,
};

/// The pauses between attempts to connect.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(250), Duration::from_secs(30));
/// The attempts after which calls fail at once.
pub(crate) const MAX_ATTEMPTS: u32 = 3;
/// How long a connection must last, or answer a request, for its end to be an accident.
const SHORT: Duration = Duration::from_secs(5);
/// The connections in a row that may be short before no further one is made.
const MAX_SHORT: u32 = 5;
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
    turn: Semaphore,
    /// The lowest level of log messages that the connection was asked for.
    log_level: AtomicU8,
    /// Whether the connection has answered a request of a client.
    was_useful: AtomicBool,
}

impl Upstream {
    pub(crate) fn new(config: ServerConfig, launcher: Arc<dyn Launcher>) -> Self {
        let link = match config.is_disabled {
            true => Link::Disabled,
            false => Link::Connecting,
        };
        Self {
            config,
            launcher,
            link: watch::Sender::new(link),
            changed: Arc::default(),
            errors: Arc::default(),
            turn: Semaphore::new(1),
            log_level: AtomicU8::new(u8::MAX),
            was_useful: AtomicBool::new(false),
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

    /// Waits for its turn if calls run one by one: on the one stream of a server that may ask, and does
    /// not say which call a question belongs to.
    pub(crate) async fn turn(&self, connection: &Connection) -> Option<SemaphorePermit<'_>> {
        let is_shared = !matches!(self.config.transport, Transport::Http(_));
        let asks = self.config.trust.questions && !connection.revision().is_modern();
        match is_shared && asks {
            // The semaphore is never closed.
            true => self.turn.acquire().await.ok(),
            false => None,
        }
    }

    /// Asks a server with sessions for log messages of this level, unless it was asked for them before.
    /// A newer one is told with each request.
    pub(crate) async fn request_logs(&self, connection: &Connection, level: LogLevel) {
        if connection.revision().is_modern() {
            return;
        }
        let before = self.log_level.fetch_min(level as u8, Ordering::Relaxed);
        if (level as u8) < before && has_logs(connection.server()) {
            let params = json!({"level": level}).to_string();
            let request = RawRequest::new("logging/setLevel").params(params);
            // A call works without logs.
            let _ = connection.request(request).await;
        }
    }

    /// Returns how the server introduces itself, while it is connected.
    pub(crate) fn introduction(&self) -> Option<Introduction> {
        match &*self.link.borrow() {
            Link::Ready(connection) => Some(Introduction::of(connection.server())),
            _ => None,
        }
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

    /// Notes that a request of a client was answered.
    pub(crate) fn report_useful(&self) {
        self.was_useful.store(true, Ordering::Relaxed);
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
            let was_useful = self.was_useful.load(Ordering::Relaxed);
            let is_short = failures == 0 && begun.elapsed() < SHORT && !was_useful;
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
        let changed = Arc::clone(&self.changed) as Arc<dyn Handler>;
        let connection = connect(&self.config, &*self.launcher, &self.errors, changed).await?;
        let connection = Arc::new(connection);
        self.log_level.store(u8::MAX, Ordering::Relaxed);
        self.was_useful.store(false, Ordering::Relaxed);
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
}

/// Whether a server says that it has log messages.
fn has_logs(server: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct ServerJson {
        capabilities: CapabilitiesJson,
    }
    #[derive(Deserialize)]
    struct CapabilitiesJson {
        logging: Option<IgnoredAny>,
    }
    let read = serde_json::from_str::<ServerJson>(server.get());
    read.is_ok_and(|server| server.capabilities.logging.is_some())
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
