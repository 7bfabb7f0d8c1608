//! [`Cluster`]: the database, as the server has it.

use std::{
    fs::DirBuilder,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};

use super::{ClusterError, Runtime, folder_lock::FolderLock, order::Order, running::Running};

/// The database with the sample, as in the variables of the tools.
pub(super) const DATABASE: &str = "bga_database";
/// Who reads it, and may do nothing else.
pub(super) const READER: &str = "toolwright_reader";
/// Who may do everything.
const SUPERUSER: &str = "postgres";
/// The part of a socket's name that is a port elsewhere.
pub(super) const PORT: u16 = 5432;

/// Where a private database listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClusterAddress {
    /// The folder of the socket.
    pub(crate) socket: PathBuf,
    pub(crate) port: u16,
    pub(crate) database: String,
    pub(crate) user: String,
}

/// A private PostgreSQL in a folder. It begins when its address is first asked for, and ends when this is stopped or dropped, or this
/// process ends.
#[derive(Debug, Clone)]
pub(crate) struct Cluster(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    program: PathBuf,
    runtime: Runtime,
    state: Mutex<State>,
    right: Right,
}

/// The right to the folder, kept from the first start to the end: who has the folder once has it.
type Right = Arc<tokio::sync::Mutex<Option<FolderLock>>>;

/// One start, for all who wait for it.
type Start = Shared<BoxFuture<'static, Result<Arc<Running>, ClusterError>>>;

#[derive(Debug, Default)]
struct State {
    start: Option<Start>,
    is_stopped: bool,
}

impl Cluster {
    /// A database in `folder`, kept by `program`, which must call [`work`](super::work) when its first arguments are `worker` and
    /// [`WORKER`](super::WORKER), and run by the programs of `runtime`. Nothing begins yet.
    pub(crate) fn with_runtime(
        folder: impl Into<PathBuf>,
        program: impl Into<PathBuf>,
        runtime: Runtime,
    ) -> Self {
        Self(Arc::new(Inner {
            folder: folder.into(),
            program: program.into(),
            runtime,
            state: Mutex::default(),
            right: Right::default(),
        }))
    }

    /// Where the database listens, for those who read it. It begins if it has not, or has died.
    ///
    /// # Errors
    /// When it does not begin. The next call tries again.
    pub(crate) async fn address(&self) -> Result<ClusterAddress, ClusterError> {
        Ok(ClusterAddress {
            socket: self.running().await?.socket().to_owned(),
            port: PORT,
            database: DATABASE.to_owned(),
            user: READER.to_owned(),
        })
    }

    /// Where the database listens, for who may do everything with it.
    ///
    /// # Errors
    /// As [`address`](Self::address).
    pub(super) async fn superuser_address(&self) -> Result<ClusterAddress, ClusterError> {
        let address = self.address().await?;
        Ok(ClusterAddress {
            database: SUPERUSER.to_owned(),
            user: SUPERUSER.to_owned(),
            ..address
        })
    }

    /// Stops the database and waits until it has stopped. From then on there is none.
    pub(crate) async fn stop(&self) {
        let start = {
            let mut state = self.0.state();
            state.is_stopped = true;
            state.start.take()
        };
        if let Some(start) = start
            && let Ok(running) = start.await
        {
            running.stop().await;
        }
        *self.0.right.lock().await = None;
    }

    /// The database, begun and alive.
    async fn running(&self) -> Result<Arc<Running>, ClusterError> {
        let running = self.0.start()?.await?;
        if running.answers().await {
            return Ok(running);
        }
        // It has died just now; its keeper has gone or will soon.
        running.end().await;
        self.0.start()?.await
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The start that is under way or was successful, or a new one.
    fn start(&self) -> Result<Start, ClusterError> {
        let mut state = self.state();
        if state.is_stopped {
            return Err(ClusterError::Stopped);
        }
        if let Some(start) = &state.start
            && start.peek().is_none_or(is_good)
        {
            return Ok(start.clone());
        }
        let start = self.begin();
        state.start = Some(start.clone());
        drop(state);
        Ok(start)
    }

    /// A start in a task of its own: it goes on when nobody waits for it any more, since whoever comes next wants it too.
    fn begin(&self) -> Start {
        let order = Order {
            folder: self.folder.clone(),
            runtime: self.runtime,
        };
        let program = self.program.clone();
        let right = Arc::clone(&self.right);
        let task = tokio::spawn(async move {
            have_folder(&right, &order.folder).await?;
            Running::start(&program, &order).await
        });
        let start = async move {
            let started = task.await;
            let started =
                started.unwrap_or_else(|gone| Err(ClusterError::Keeper(gone.to_string())));
            started.map(Arc::new)
        };
        start.boxed().shared()
    }
}

/// Takes the folder, which is made if need be, unless this server has it.
async fn have_folder(right: &Right, folder: &Path) -> Result<(), ClusterError> {
    let mut right = right.lock().await;
    if right.is_none() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(ClusterError::at(folder))?;
        *right = Some(FolderLock::take(folder).await?);
    }
    Ok(())
}

/// Whether what came of a start is still of use.
fn is_good(started: &Result<Arc<Running>, ClusterError>) -> bool {
    started.as_ref().is_ok_and(|running| running.is_there())
}
