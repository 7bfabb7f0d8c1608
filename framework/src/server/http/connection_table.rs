//! [`ConnectionTable`]: the connections that are served, each in its place.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::{AbortHandle, Id},
};

use super::idle_timeout::{ConnectionActivity, IdleCheck};
use crate::core::{Caller, Origin};

/// How many connections are accepted beyond those that have a place. They get an answer in place of
/// silence: the health of the server, or that it is busy.
pub(super) const RESERVE: usize = 64;

/// The connections that are open.
#[derive(Debug)]
pub(super) struct ConnectionTable {
    connections: HashMap<Id, OpenConnection>,
    by_client: HashMap<Caller, usize>,
    /// The number of the last connection.
    last: u64,
    limit: usize,
    limit_per_client: usize,
}

#[derive(Debug)]
struct OpenConnection {
    /// The older a connection is, the lower is its number.
    number: u64,
    client: Caller,
    activity: Arc<ConnectionActivity>,
    check: IdleCheck,
    task: AbortHandle,
}

impl ConnectionTable {
    /// Creates a table for `limit` connections, of which one client may have a half.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            connections: HashMap::new(),
            by_client: HashMap::new(),
            last: 0,
            limit,
            limit_per_client: limit.div_ceil(2),
        }
    }

    /// Makes room for a connection from `address`, if needed by closing the oldest one that is idle.
    /// Returns whether there is room.
    pub(super) fn make_room(&mut self, address: IpAddr) -> bool {
        let client = Caller::of(Origin::Address(address));
        let of_client = self.by_client.get(&client).copied().unwrap_or_default();
        if of_client >= self.limit_per_client && !address.is_loopback() {
            return self.close_oldest_idle(|connection| connection.client == client);
        }
        if self.connections.len() >= self.limit {
            // It is closed for one that has no place yet, so that it can have this one.
            let is_closed = self.close_oldest_idle(|_| true);
            return is_closed || self.connections.len() < self.limit + RESERVE;
        }
        true
    }

    pub(super) fn add(
        &mut self,
        address: IpAddr,
        activity: Arc<ConnectionActivity>,
        task: AbortHandle,
    ) {
        let client = Caller::of(Origin::Address(address));
        self.last += 1;
        *self.by_client.entry(client.clone()).or_default() += 1;
        let connection = OpenConnection {
            number: self.last,
            client,
            activity,
            check: IdleCheck::default(),
            task,
        };
        self.connections.insert(connection.task.id(), connection);
    }

    /// Forgets a connection that has ended.
    pub(super) fn remove(&mut self, task: Id) {
        let Some(connection) = self.connections.remove(&task) else {
            return;
        };
        if let Some(count) = self.by_client.get_mut(&connection.client) {
            *count -= 1;
            if *count == 0 {
                self.by_client.remove(&connection.client);
            }
        }
        if self.connections.is_empty() {
            self.connections = HashMap::new();
            self.by_client = HashMap::new();
        }
    }

    /// Closes the connections without activity since the last call and without a running request.
    /// Clients that read slowly have more time.
    pub(super) fn close_idle(&mut self) {
        for connection in self.connections.values_mut() {
            if connection.check.is_idle(&connection.activity) {
                connection.task.abort();
            }
        }
    }

    /// Closes the oldest connection of these that has no running request. It is forgotten at once.
    fn close_oldest_idle(&mut self, is_candidate: impl Fn(&OpenConnection) -> bool) -> bool {
        let idle = self
            .connections
            .values()
            .filter(|connection| !connection.activity.is_busy() && is_candidate(connection))
            .min_by_key(|connection| connection.number);
        let Some(idle) = idle else {
            return false;
        };
        idle.task.abort();
        let id = idle.task.id();
        self.remove(id);
        true
    }
}

/// How long a request waits for a place before it is refused.
const PATIENCE: Duration = Duration::from_secs(1);

/// The place of a connection among those that are served at once.
///
/// A connection that finds all places taken can still ask for the health of the server. Any other
/// request of it waits for a moment until a place is free.
#[derive(Debug)]
pub(super) struct ConnectionPlace {
    places: Arc<Semaphore>,
    held: OnceLock<OwnedSemaphorePermit>,
}

impl ConnectionPlace {
    /// Takes a place if one is free.
    pub(super) fn take(places: &Arc<Semaphore>) -> Self {
        let place = Self {
            places: Arc::clone(places),
            held: OnceLock::new(),
        };
        if let Ok(permit) = Arc::clone(places).try_acquire_owned() {
            let _ = place.held.set(permit);
        }
        place
    }

    pub(super) fn is_held(&self) -> bool {
        self.held.get().is_some()
    }

    /// Waits for a place. Returns `false` if none became free in time.
    pub(super) async fn wait(&self) -> bool {
        let permit = Arc::clone(&self.places).acquire_owned();
        if let Ok(Ok(permit)) = tokio::time::timeout(PATIENCE, permit).await {
            let _ = self.held.set(permit);
        }
        self.is_held()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::task::JoinHandle;

    use super::*;

    const FAR: [u8; 4] = [192, 0, 2, 1];

    struct Connection {
        activity: Arc<ConnectionActivity>,
        task: JoinHandle<()>,
    }

    impl Connection {
        /// Adds a connection if there is room.
        fn open(table: &mut ConnectionTable, address: impl Into<IpAddr>) -> Option<Self> {
            let address = address.into();
            table.make_room(address).then(|| {
                let activity = Arc::<ConnectionActivity>::default();
                let task = tokio::spawn(std::future::pending::<()>());
                table.add(address, Arc::clone(&activity), task.abort_handle());
                Self { activity, task }
            })
        }

        async fn is_closed(&mut self) -> bool {
            tokio::time::timeout(Duration::from_millis(20), &mut self.task)
                .await
                .is_ok()
        }
    }

    #[tokio::test]
    async fn the_oldest_idle_connection_makes_room() {
        let mut table = ConnectionTable::new(2);
        let mut busy = Connection::open(&mut table, [127, 0, 0, 1]).unwrap();
        let _request = busy.activity.begin_request();
        let mut idle = Connection::open(&mut table, [127, 0, 0, 1]).unwrap();
        let mut new = Connection::open(&mut table, [127, 0, 0, 1]).unwrap();
        assert!(idle.is_closed().await);
        assert!(!busy.is_closed().await && !new.is_closed().await);
    }

    #[tokio::test]
    async fn a_full_table_has_a_reserve() {
        let mut table = ConnectionTable::new(2);
        let open = (0..2 + RESERVE).map(|_| {
            let connection = Connection::open(&mut table, [127, 0, 0, 1]).unwrap();
            connection.activity.begin_request()
        });
        let busy: Vec<_> = open.collect();
        assert!(Connection::open(&mut table, [127, 0, 0, 1]).is_none());
        drop(busy);
        assert!(Connection::open(&mut table, [127, 0, 0, 1]).is_some());
    }

    #[tokio::test]
    async fn one_client_has_at_most_a_half() {
        let mut table = ConnectionTable::new(4);
        let open = [1, 2].map(|_| Connection::open(&mut table, FAR).unwrap());
        let busy = open.each_ref().map(|it| it.activity.begin_request());
        assert!(Connection::open(&mut table, FAR).is_none());
        assert!(Connection::open(&mut table, [192, 0, 2, 2]).is_some());
        drop(busy);
        assert!(Connection::open(&mut table, FAR).is_some());
    }

    #[tokio::test]
    async fn a_connection_that_ended_is_forgotten() {
        let mut table = ConnectionTable::new(4);
        let connection = Connection::open(&mut table, FAR).unwrap();
        table.remove(connection.task.id());
        assert!(table.connections.is_empty() && table.by_client.is_empty());
    }
}
