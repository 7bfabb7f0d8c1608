//! [`Cluster`]: the server's handle to its private database, an [`Endpoint`] to connect to.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard},
};

use futures_util::{FutureExt as _, future::Shared};
use toolwright::BoxFuture;
use toolwright_base::{files::create_private_folders, lock};

use super::{
    super::{Address, ConnectError, Endpoint, Host, Tls},
    address::ClusterAddress,
    error::ClusterError,
    folder_lock::{Access, FolderLock},
    order::ClusterOrder,
    running::{ActiveCluster, RunningCluster},
    runtime::Runtime,
};

/// A private PostgreSQL in a folder.
///
/// It starts when its address is first needed. It stops when this is stopped or dropped, or when
/// this process ends. If another server on the same folder has started it, that one stops it.
#[derive(Debug, Clone)]
pub struct Cluster(Arc<ClusterInner>);

#[derive(Debug)]
struct ClusterInner {
    folder: PathBuf,
    program: PathBuf,
    runtime: Runtime,
    lifecycle: Mutex<Lifecycle>,
    folder_lock: SharedFolderLock,
}

/// The lock of the folder. It is held from the first start until the cluster is stopped, also while
/// the database is restarted.
type SharedFolderLock = Arc<tokio::sync::Mutex<Option<FolderLock>>>;

/// A start, shared by all callers that wait for it.
type Start = Shared<BoxFuture<'static, Result<Arc<ActiveCluster>, ClusterError>>>;

#[derive(Debug, Default)]
struct Lifecycle {
    start: Option<Start>,
    is_stopped: bool,
}

impl Cluster {
    /// Creates a handle to the database in `folder`, without starting it.
    ///
    /// `program` is the `toolwright` binary, which must run [`work`](super::work) in the role
    /// [`ROLE`](super::ROLE).
    pub fn with_runtime(
        folder: impl Into<PathBuf>,
        program: impl Into<PathBuf>,
        runtime: Runtime,
    ) -> Self {
        Self(Arc::new(ClusterInner {
            folder: folder.into(),
            program: program.into(),
            runtime,
            lifecycle: Mutex::default(),
            folder_lock: SharedFolderLock::default(),
        }))
    }

    /// Returns the address for the role that reads. The database is started if it does not run.
    ///
    /// # Errors
    /// If the database cannot be started. The next call tries again.
    pub(crate) async fn address(&self) -> Result<ClusterAddress, ClusterError> {
        let running = self.running().await?;
        Ok(ClusterAddress::of_reader(running.socket()))
    }

    /// Returns the address for the superuser.
    ///
    /// # Errors
    /// As [`address`](Self::address).
    pub(super) async fn superuser_address(&self) -> Result<ClusterAddress, ClusterError> {
        let running = self.running().await?;
        Ok(ClusterAddress::of_superuser(running.socket()))
    }

    /// Returns a database of this server's own, in which its owner may do everything. It is not created.
    /// The role that reads the sample cannot connect to it if its owner revokes the right.
    pub fn own_database(&self, name: &str) -> OwnDatabase {
        OwnDatabase {
            cluster: self.clone(),
            name: name.to_owned(),
        }
    }

    /// Stops the database for good and waits until it has stopped.
    pub async fn stop(&self) {
        let start = {
            let mut lifecycle = self.0.lifecycle();
            lifecycle.is_stopped = true;
            lifecycle.start.take()
        };
        if let Some(start) = start
            && let Ok(active) = start.await
        {
            if let Some(lock) = self.0.folder_lock.lock().await.as_mut() {
                let _ = lock.note(None);
            }
            active.stop().await;
        }
        *self.0.folder_lock.lock().await = None;
    }

    /// Returns the database, started if need be.
    async fn running(&self) -> Result<Arc<ActiveCluster>, ClusterError> {
        let active = self.0.start()?.await?;
        if active.answers().await {
            return Ok(active);
        }
        // It has just died, and its supervisor has exited or will soon; or the server that started
        // it has stopped it.
        active.wait_after_crash().await;
        self.0.start()?.await
    }
}

impl ClusterInner {
    fn lifecycle(&self) -> MutexGuard<'_, Lifecycle> {
        lock(&self.lifecycle)
    }

    /// Returns the start that is under way or has succeeded, or a new one.
    fn start(&self) -> Result<Start, ClusterError> {
        let mut lifecycle = self.lifecycle();
        if lifecycle.is_stopped {
            return Err(ClusterError::Stopped);
        }
        if let Some(start) = &lifecycle.start
            && start.peek().is_none_or(is_usable)
        {
            return Ok(start.clone());
        }
        let start = self.spawn_start();
        lifecycle.start = Some(start.clone());
        drop(lifecycle);
        Ok(start)
    }

    /// Starts the database in a task, which goes on if all callers stop waiting: the next caller
    /// needs it too.
    fn spawn_start(&self) -> Start {
        let order = ClusterOrder {
            folder: self.folder.clone(),
            runtime: self.runtime,
        };
        let program = self.program.clone();
        let folder_lock = Arc::clone(&self.folder_lock);
        let task = tokio::spawn(async move {
            let mut folder_lock = folder_lock.lock().await;
            if let Some(socket) = lock_folder(&mut folder_lock, &order).await? {
                return Ok(ActiveCluster::of_other(socket));
            }
            let own = RunningCluster::start(&program, &order).await?;
            if let Some(lock) = folder_lock.as_mut() {
                lock.note(Some(own.socket()))
                    .map_err(ClusterError::at(&order.folder))?;
            }
            Ok(ActiveCluster::Own(Box::new(own)))
        });
        let start = async move {
            let started = task.await;
            let started =
                started.unwrap_or_else(|error| Err(ClusterError::Supervisor(error.to_string())));
            started.map(Arc::new)
        };
        start.boxed().shared()
    }
}

/// Creates and locks the folder, unless this server has locked it before. Returns the socket of the
/// database if another server has locked it.
async fn lock_folder(
    lock: &mut Option<FolderLock>,
    order: &ClusterOrder,
) -> Result<Option<PathBuf>, ClusterError> {
    if lock.is_some() {
        return Ok(None);
    }
    let folder = &order.folder;
    create_private_folders(folder).map_err(ClusterError::at(folder))?;
    match FolderLock::take(folder).await? {
        Access::Owner(taken) => {
            *lock = Some(taken);
            Ok(None)
        }
        Access::Guest(socket) => Ok(Some(socket)),
    }
}

/// Returns whether a finished start succeeded and its database still runs.
fn is_usable(started: &Result<Arc<ActiveCluster>, ClusterError>) -> bool {
    started.as_ref().is_ok_and(|active| active.is_running())
}

impl Endpoint for Cluster {
    /// Returns the address of the database, which is started if it does not run.
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        Box::pin(async {
            let address = Self::address(self).await;
            let address = address.map_err(|error| ConnectError::NotStarted(error.to_string()))?;
            Ok(address.into())
        })
    }
}

/// A database of the server's own in its private cluster.
#[derive(Debug, Clone)]
pub struct OwnDatabase {
    cluster: Cluster,
    name: String,
}

impl Endpoint for OwnDatabase {
    /// Returns the address of the database for its owner. The cluster is started if it does not run.
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        Box::pin(async {
            let address = self.cluster.superuser_address().await;
            let address = address.map_err(|error| ConnectError::NotStarted(error.to_string()))?;
            Ok(Address {
                database: self.name.clone(),
                ..address.into()
            })
        })
    }
}

impl From<ClusterAddress> for Address {
    fn from(address: ClusterAddress) -> Self {
        Self {
            host: Host::Unix(address.socket),
            port: address.port,
            database: address.database,
            user: address.user,
            password: None,
            tls: Tls::Off,
        }
    }
}
