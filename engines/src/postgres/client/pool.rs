//! [`Pool`]: the connections to one database.
//!
//! A connection that comes back during a query is first [cancelled and
//! drained](Connection::cancel_and_drain), so that the next query finds it idle.

use std::{
    ops::{Deref, DerefMut},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use deadpool::{
    Runtime,
    managed::{
        self, Metrics, Object, PoolError, QueueMode, RecycleError, RecycleResult, TimeoutType,
        Timeouts, WeakPool,
    },
};
use tokio::{runtime::Handle, time::timeout};

use super::{
    error::QueryError,
    options::{DatabaseOptions, Endpoint},
    wire::{ConnectError, Connection},
};

/// How long a connection is used. Memory that the server's process accumulates is then freed.
const MAX_AGE: Duration = Duration::from_secs(30 * 60);
/// How long a connection beyond the minimum may be idle.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// How often idle connections are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(15);
/// How long cancelling a query and draining its connection may take.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// How long the server may take to close a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long to wait before the next attempt if the server has no free connection.
const RETRY_PAUSE: Duration = Duration::from_millis(20);
/// How long to wait for connections in use when the pool is stopped.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);

/// The connections to one database.
#[derive(Debug)]
pub(super) struct Pool {
    connections: managed::Pool<Manager>,
    min_connections: usize,
    has_sweeper: AtomicBool,
}

/// How many connections there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolStatus {
    /// Open connections.
    pub open: usize,
    /// Open connections that are not in use.
    pub(crate) idle: usize,
    /// Callers that wait for a connection.
    pub(crate) waiting: usize,
    /// The maximum number of open connections.
    pub max: usize,
    /// Whether a pooler between us and the server changes the session with each transaction.
    pub behind_pooler: bool,
}

#[derive(Debug)]
struct Manager {
    endpoint: Arc<dyn Endpoint>,
    settings: Vec<(&'static str, String)>,
    connect_timeout: Duration,
    /// Whether the last connection was opened to a pooler.
    behind_pooler: AtomicBool,
}

impl managed::Manager for Manager {
    type Type = Connection;
    type Error = ConnectError;

    async fn create(&self) -> Result<Connection, ConnectError> {
        let address = self.endpoint.address().await?;
        let was_pooler = self.behind_pooler.load(Ordering::Relaxed);
        let opened = Connection::open(address, &self.settings, was_pooler, self.connect_timeout);
        let connection = opened.await?;
        let is_pooler = connection.is_behind_pooler();
        self.behind_pooler.store(is_pooler, Ordering::Relaxed);
        if is_pooler && !was_pooler {
            tracing::info!(
                "the database is behind a connection pooler: each query sends its settings"
            );
        }
        Ok(connection)
    }

    async fn recycle(
        &self,
        connection: &mut Connection,
        metrics: &Metrics,
    ) -> RecycleResult<ConnectError> {
        match metrics.age() < MAX_AGE && connection.is_alive() {
            true => Ok(()),
            false => Err(RecycleError::message("too old, or closed by the server")),
        }
    }
}

impl Pool {
    pub(super) fn new(endpoint: Arc<dyn Endpoint>, options: &DatabaseOptions) -> Self {
        let manager = Manager {
            endpoint,
            settings: options.settings(),
            connect_timeout: options.connect_timeout,
            behind_pooler: AtomicBool::new(false),
        };
        let connections = managed::Pool::builder(manager)
            .max_size(options.max_connections)
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .build()
            .expect("a runtime for the timeouts is given");
        Self {
            connections,
            min_connections: options.min_connections.min(options.max_connections),
            has_sweeper: AtomicBool::new(false),
        }
    }

    /// Returns a connection as soon as one is idle or opened.
    ///
    /// # Errors
    /// If there is none before the deadline, or none can be opened.
    pub(super) async fn get(&self, deadline: Instant) -> Result<PooledConnection, QueryError> {
        loop {
            match self.get_once(deadline).await {
                // The server allows no more connections, but one of ours will become idle.
                Err(QueryError::Connect(ConnectError::TooManyConnections { .. }))
                    if self.connections.status().size > 0 && Instant::now() < deadline =>
                {
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
                outcome => {
                    if outcome.is_ok() {
                        self.start_sweeper();
                    }
                    return outcome;
                }
            }
        }
    }

    async fn get_once(&self, deadline: Instant) -> Result<PooledConnection, QueryError> {
        let start = Instant::now();
        let left = deadline.saturating_duration_since(start);
        let timeouts = Timeouts {
            wait: Some(left),
            create: Some(left),
            recycle: None,
        };
        match self.connections.timeout_get(&timeouts).await {
            Ok(object) => Ok(PooledConnection(Some(object))),
            Err(PoolError::Timeout(TimeoutType::Wait)) => Err(QueryError::Busy {
                max_connections: self.connections.status().max_size,
                waited: start.elapsed(),
            }),
            Err(PoolError::Timeout(_)) => Err(QueryError::Timeout),
            Err(PoolError::Backend(error)) => Err(QueryError::Connect(error)),
            Err(_) => Err(QueryError::Stopped),
        }
    }

    /// Removes the idle connections that the server has closed.
    pub(super) fn remove_dead(&self) {
        self.connections
            .retain(|connection, _| connection.is_alive());
    }

    pub(super) fn status(&self) -> PoolStatus {
        let status = self.connections.status();
        PoolStatus {
            open: status.size,
            idle: status.available,
            waiting: status.waiting,
            max: status.max_size,
            behind_pooler: self
                .connections
                .manager()
                .behind_pooler
                .load(Ordering::Relaxed),
        }
    }

    /// Closes the pool, and waits until the connections in use have come back.
    pub(super) async fn stop(&self) {
        self.connections.close();
        let all_closed = async {
            while self.connections.status().size > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = timeout(STOP_TIMEOUT, all_closed).await;
    }

    /// Closes all idle connections beyond the minimum.
    #[cfg(test)]
    pub(super) fn sweep_now(&self) {
        close_idle(&self.connections, self.min_connections, Duration::ZERO);
    }

    fn start_sweeper(&self) {
        if !self.has_sweeper.swap(true, Ordering::Relaxed) {
            tokio::spawn(sweep(self.connections.weak(), self.min_connections));
        }
    }
}

/// Keeps the minimum of connections open and closes idle ones beyond it, until the pool is closed
/// or dropped.
///
/// It starts with the first query, so that the following ones find open connections.
async fn sweep(connections: WeakPool<Manager>, min_connections: usize) {
    loop {
        let Some(pool) = connections.upgrade().filter(|pool| !pool.is_closed()) else {
            return;
        };
        close_idle(&pool, min_connections, IDLE_TIMEOUT);
        open_missing(&pool, min_connections).await;
        drop(pool);
        tokio::time::sleep(SWEEP_INTERVAL).await;
    }
}

/// Opens connections until there are `min_connections`. Gives up at the first error: the next query
/// will report it.
async fn open_missing(connections: &managed::Pool<Manager>, min_connections: usize) {
    // A connection that is held is not handed out again.
    let mut held = Vec::new();
    while connections.status().size < min_connections && held.len() < min_connections {
        match connections.get().await {
            Ok(connection) => held.push(connection),
            Err(error) => {
                tracing::debug!("no further connection was opened: {error}");
                return;
            }
        }
    }
}

/// Closes the connections beyond the minimum that were idle for longer than `idle_timeout`.
fn close_idle(
    connections: &managed::Pool<Manager>,
    min_connections: usize,
    idle_timeout: Duration,
) {
    let available = connections.status().available;
    let mut surplus = available.saturating_sub(min_connections);
    connections.retain(|_, metrics| {
        let is_closed = surplus > 0 && metrics.last_used() > idle_timeout;
        surplus -= usize::from(is_closed);
        !is_closed
    });
}

/// A connection in use. Dropping it returns it to the pool.
///
/// If a query is still running then, it is cancelled on the server and the rest of its result is
/// read. Until that is done, the connection counts as in use.
#[derive(Debug)]
pub(super) struct PooledConnection(Option<Object<Manager>>);

impl PooledConnection {
    /// Returns whether the connection was in use before.
    pub(super) fn is_reused(&self) -> bool {
        let object = self.0.as_ref();
        object.is_some_and(|object| Object::metrics(object).recycle_count > 0)
    }
}

impl Deref for PooledConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0.as_ref().expect("only `drop` takes it")
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut Connection {
        self.0.as_mut().expect("only `drop` takes it")
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some(object) = self.0.take() else {
            return;
        };
        if object.is_idle() {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(reset(object))),
            Err(_) => drop(Object::take(object)),
        }
    }
}

/// Cancels the query of a connection and returns it to the pool, or closes it.
async fn reset(mut object: Object<Manager>) {
    if object.can_be_drained() {
        let drained = timeout(DRAIN_TIMEOUT, object.cancel_and_drain()).await;
        if matches!(drained, Ok(Ok(()))) && object.is_idle() {
            return;
        }
    }
    // It counts as open until the server has closed it too, so that the limit also holds there.
    let _ = timeout(CLOSE_TIMEOUT, object.close()).await;
    drop(Object::take(object));
}
