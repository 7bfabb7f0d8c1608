//! [`Pool`]: the connections to one database, lent one at a time, and mended when they come back in the middle of something.

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
use serde::Serialize;
use tokio::{runtime::Handle, time::timeout};

use super::{
    options::DatabaseOptions,
    wire::{
        Connection,
        address::Endpoint,
        error::{ConnectError, QueryError},
    },
};

/// How long a connection is used, so that what piles up in the server's process goes away some day.
const LIFETIME: Duration = Duration::from_secs(30 * 60);
/// How long a connection beyond those that are kept may do nothing.
const IDLE: Duration = Duration::from_secs(60);
/// How often it is looked for those.
const SWEEP: Duration = Duration::from_secs(15);
/// How long a connection may take to come to rest after its query was cancelled.
const MENDING: Duration = Duration::from_secs(2);
/// How long the server may take to hang up.
const CLOSING: Duration = Duration::from_secs(1);
/// How long to wait before a server that has no connection left is asked for one again.
const PAUSE: Duration = Duration::from_millis(20);
/// How long connections in use are waited for when all is stopped.
const STOPPING: Duration = Duration::from_secs(3);

/// The connections to one database.
#[derive(Debug)]
pub(super) struct Pool {
    connections: managed::Pool<Manager>,
    kept: usize,
    is_swept: AtomicBool,
}

/// How many connections there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct PoolStatus {
    /// Open ones.
    pub(crate) open: usize,
    /// Those of them that nobody uses.
    pub(crate) idle: usize,
    /// Callers that wait for one.
    pub(crate) waiting: usize,
    /// How many there may be.
    pub(crate) most: usize,
    /// Whether they lead to a pooler, which lends a session for one transaction at a time.
    pub(crate) is_lent: bool,
}

#[derive(Debug)]
struct Manager {
    endpoint: Arc<dyn Endpoint>,
    settings: Vec<(&'static str, String)>,
    connect_timeout: Duration,
    /// Whether the last connection led to a pooler.
    is_lent: AtomicBool,
}

impl managed::Manager for Manager {
    type Type = Connection;
    type Error = ConnectError;

    async fn create(&self) -> Result<Connection, ConnectError> {
        let address = self.endpoint.address().await?;
        let was_lent = self.is_lent.load(Ordering::Relaxed);
        let opened = Connection::open(address, &self.settings, was_lent, self.connect_timeout);
        let connection = opened.await?;
        self.is_lent.store(connection.is_lent(), Ordering::Relaxed);
        if connection.is_lent() && !was_lent {
            tracing::info!(
                "a pooler stands before the database: each query brings its settings along"
            );
        }
        Ok(connection)
    }

    async fn recycle(
        &self,
        connection: &mut Connection,
        metrics: &Metrics,
    ) -> RecycleResult<ConnectError> {
        match metrics.age() < LIFETIME && connection.still_stands() {
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
            is_lent: AtomicBool::new(false),
        };
        let connections = managed::Pool::builder(manager)
            .max_size(options.most)
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .build()
            .expect("there is a runtime for the timeouts");
        Self {
            connections,
            kept: options.kept,
            is_swept: AtomicBool::new(false),
        }
    }

    /// A connection, as soon as one is free or made, but not after the deadline.
    pub(super) async fn get(&self, deadline: Instant) -> Result<Lease, QueryError> {
        self.sweep_from_now_on();
        loop {
            match self.get_now(deadline).await {
                // The server has no more for us than there are. One of those will be free.
                Err(QueryError::Connect(ConnectError::TooMany { .. }))
                    if self.connections.status().size > 0 && Instant::now() < deadline =>
                {
                    tokio::time::sleep(PAUSE).await;
                }
                outcome => return outcome,
            }
        }
    }

    async fn get_now(&self, deadline: Instant) -> Result<Lease, QueryError> {
        let asked = Instant::now();
        let left = deadline.saturating_duration_since(asked);
        let timeouts = Timeouts {
            wait: Some(left),
            create: Some(left),
            recycle: None,
        };
        match self.connections.timeout_get(&timeouts).await {
            Ok(object) => Ok(Lease(Some(object))),
            Err(PoolError::Timeout(TimeoutType::Wait)) => Err(QueryError::Busy {
                most: self.connections.status().max_size,
                waited: asked.elapsed(),
            }),
            Err(PoolError::Timeout(_)) => Err(QueryError::Timeout),
            Err(PoolError::Backend(error)) => Err(QueryError::Connect(error)),
            Err(_) => Err(QueryError::Stopped),
        }
    }

    /// Lets go of connections that the server has closed. One that went away has closed them all.
    pub(super) fn drop_dead(&self) {
        self.connections
            .retain(|connection, _| connection.still_stands());
    }

    pub(super) fn status(&self) -> PoolStatus {
        let status = self.connections.status();
        PoolStatus {
            open: status.size,
            idle: status.available,
            waiting: status.waiting,
            most: status.max_size,
            is_lent: self.connections.manager().is_lent.load(Ordering::Relaxed),
        }
    }

    /// Lends no more, and waits for those that are out.
    pub(super) async fn stop(&self) {
        self.connections.close();
        let all_back = async {
            while self.connections.status().size > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = timeout(STOPPING, all_back).await;
    }

    /// Closes connections beyond those that are kept, without waiting for long.
    #[cfg(test)]
    pub(super) fn sweep_now(&self) {
        close_idle(&self.connections, self.kept, Duration::ZERO);
    }

    fn sweep_from_now_on(&self) {
        if !self.is_swept.swap(true, Ordering::Relaxed) {
            tokio::spawn(sweep(self.connections.weak(), self.kept));
        }
    }
}

/// Closes connections that nobody needs, as long as there is a pool.
async fn sweep(connections: WeakPool<Manager>, kept: usize) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(connections) = connections.upgrade().filter(|pool| !pool.is_closed()) else {
            return;
        };
        close_idle(&connections, kept, IDLE);
    }
}

/// Closes connections beyond those that are kept, if they did nothing for so long.
fn close_idle(connections: &managed::Pool<Manager>, kept: usize, idle: Duration) {
    let mut surplus = connections.status().available.saturating_sub(kept);
    connections.retain(|_, metrics| {
        let goes = surplus > 0 && metrics.last_used() > idle;
        surplus -= usize::from(goes);
        !goes
    });
}

/// A connection that is lent. It goes back when this is dropped.
///
/// If it is then in the middle of an answer, since its borrower had enough or went away, the query is first cancelled on the server
/// and the rest of the answer read; all that time it counts as lent.
#[derive(Debug)]
pub(super) struct Lease(Option<Object<Manager>>);

impl Lease {
    /// Whether it was lent before.
    pub(super) fn is_used(&self) -> bool {
        let object = self.0.as_ref();
        object.is_some_and(|object| Object::metrics(object).recycle_count > 0)
    }
}

impl Deref for Lease {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0.as_ref().expect("only dropping takes it")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Connection {
        self.0.as_mut().expect("only dropping takes it")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(object) = self.0.take() else {
            return;
        };
        if object.is_idle() {
            return;
        }
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(bring_back(object))),
            Err(_) => drop(Object::take(object)),
        }
    }
}

/// Brings a connection to rest and gives it back, or closes it.
async fn bring_back(mut object: Object<Manager>) {
    if object.can_be_mended() {
        let mended = timeout(MENDING, object.mend()).await;
        if matches!(mended, Ok(Ok(()))) && object.is_idle() {
            return;
        }
    }
    // It counts until the server has let go of it, so that the server never has more than it should.
    let _ = timeout(CLOSING, object.close()).await;
    drop(Object::take(object));
}
