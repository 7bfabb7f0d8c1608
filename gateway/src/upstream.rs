//! [`Upstream`]: one other server. Its connection is made, kept, lost and made again.
//!
//! ```text
//! Connecting ──▶ Ready ──▶ (lost) ──▶ Connecting ──▶ … ──▶ Waiting ──▶ Connecting
//!                                        three attempts, then calls fail at once
//! ```

mod keep;

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
};

use serde_json::json;
use tokio::sync::{Notify, Semaphore, SemaphorePermit, watch};
use toolwright::{
    BoxFuture, ToolError,
    call::LogLevel,
    client::{Connection, ConnectionError, Handler, LoginStore, RawRequest},
};

use crate::{
    announcement::Announcement,
    config::{ServerConfig, Transport},
    connect::connect,
    introduction::{Introduction, has_logs},
    launch::Launcher,
    link::{Link, UpstreamState},
    log_tail::LogTail,
    usage::Usage,
    watched::{Watched, WatchedUri},
};

/// The attempts after which calls fail at once.
pub(crate) const MAX_ATTEMPTS: u32 = 3;

/// A message of a connection.
pub(crate) enum Event {
    /// The lists of the server are new, or have changed.
    Lists(Arc<Connection>),
    /// Resources have changed that clients have subscribed to.
    Updated(BTreeSet<String>),
}

/// Deals with an event.
pub(crate) type Loading = BoxFuture<'static, Result<(), ConnectionError>>;

/// One other server.
pub(crate) struct Upstream {
    pub(crate) config: ServerConfig,
    launcher: Arc<dyn Launcher>,
    /// The store of the login to it.
    login: Option<Arc<dyn LoginStore>>,
    link: watch::Sender<Link>,
    /// Notified when the server says that its lists have changed.
    changed: Arc<Announcement>,
    errors: Arc<LogTail>,
    /// The users of the connection.
    pub(crate) usage: Arc<Usage>,
    /// The resources that clients have subscribed to.
    watched: Arc<Watched>,
    /// One call at a time, for servers that do not say which call a question belongs to.
    turn: Semaphore,
    /// The lowest level of log messages that the connection was asked for.
    log_level: AtomicU8,
    /// Whether the connection has answered a request of a client.
    was_useful: AtomicBool,
    /// Notified when the next attempt is to be made at once.
    retry: Notify,
}

impl Upstream {
    pub(crate) fn new(
        config: ServerConfig,
        launcher: Arc<dyn Launcher>,
        login: Option<Arc<dyn LoginStore>>,
    ) -> Self {
        let link = match config.is_disabled {
            true => Link::Disabled,
            false => Link::Connecting,
        };
        let watched = Arc::<Watched>::default();
        Self {
            config,
            launcher,
            login,
            usage: Arc::default(),
            changed: Arc::new(Announcement::new(Arc::clone(&watched))),
            watched,
            link: watch::Sender::new(link),
            errors: Arc::default(),
            turn: Semaphore::new(1),
            log_level: AtomicU8::new(u8::MAX),
            was_useful: AtomicBool::new(false),
            retry: Notify::new(),
        }
    }

    /// Returns what the connection is doing.
    pub(crate) fn state(&self) -> UpstreamState {
        UpstreamState::from(&*self.link.borrow())
    }

    /// Returns the last lines that a program wrote to its standard error.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.errors.lines()
    }

    /// Begins to follow a resource, for a client that has subscribed to it.
    pub(crate) fn watch(&self, uri: &str) -> WatchedUri {
        let watched = self.watched.add(uri, self.usage.begin());
        self.wake();
        watched
    }

    /// Ends the connection for good.
    pub(crate) fn close(&self) {
        self.link.send_replace(Link::Disabled);
    }

    /// Starts a program that was stopped because nobody used it.
    fn wake(&self) {
        self.link.send_if_modified(|link| {
            let is_idle = matches!(link, Link::Idle);
            if is_idle {
                *link = Link::Connecting;
            }
            is_idle
        });
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
        self.wake();
        let mut link = self.link.subscribe();
        loop {
            let reason = match &*link.borrow_and_update() {
                Link::Ready(connection) => return Ok(Arc::clone(connection)),
                Link::Waiting {
                    failures, reason, ..
                } if *failures >= MAX_ATTEMPTS => Some(reason.clone()),
                Link::Stopped { reason } => Some(reason.clone()),
                Link::Disabled => Some("it is disabled".to_owned()),
                Link::Connecting | Link::Waiting { .. } | Link::Idle => None,
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

    /// Makes a new connection now, in place of the one in use or of the next attempt.
    pub(crate) fn reconnect(&self) {
        self.link.send_if_modified(|link| {
            let is_ready = matches!(link, Link::Ready(_));
            if is_ready {
                *link = Link::Connecting;
            }
            is_ready
        });
        self.retry.notify_waiters();
    }

    /// Makes a connection that is not kept.
    ///
    /// # Errors
    /// Why there is none, with what a program said last.
    pub(crate) async fn test(&self) -> Result<Connection, String> {
        let changed = Arc::clone(&self.changed) as Arc<dyn Handler>;
        let connected = connect(
            &self.config,
            &*self.launcher,
            &self.errors,
            self.login.clone(),
            changed,
        )
        .await;
        connected.map_err(|error| self.explained(&error))
    }

    /// Returns the error of a connection, with what a program said last.
    pub(crate) fn explained(&self, error: &ConnectionError) -> String {
        let lines = self.last_lines();
        match (&self.config.transport, lines.last()) {
            (Transport::Stdio(_), Some(line)) => format!("{error}: {line}"),
            (Transport::Http(_) | Transport::Sse(_), _)
                if matches!(error, ConnectionError::Unauthorized { status: 401, .. }) =>
            {
                let name = &self.config.name;
                format!("{error}: log in with `toolwright servers login {name}`")
            }
            _ => error.to_string(),
        }
    }
}
