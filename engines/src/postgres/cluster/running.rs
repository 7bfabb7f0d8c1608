//! [`RunningCluster`]: a database that this server has started, and [`ActiveCluster`], which may be
//! another server's.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::time::{sleep, timeout};
use toolwright_base::lock;

use super::{
    address,
    error::ClusterError,
    order::{ClusterOrder, ClusterReport, Listening},
    supervisor,
};
use crate::supervise::Supervised;

/// How long a start may take. The supervisor gives up earlier and reports why.
const START: Duration = Duration::from_secs(180);
/// How long a stop may take. The supervisor kills earlier what does not stop.
const STOP: Duration = Duration::from_secs(30);
/// How long the supervisor of a database that died may take to notice.
const NOTICE: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(2);

/// A database that was started. Dropping this makes the supervisor stop it.
#[derive(Debug)]
pub(super) struct RunningCluster {
    supervised: Mutex<Supervised>,
    listening: Listening,
}

impl RunningCluster {
    /// Starts a supervisor and waits for its report.
    pub(super) async fn start(program: &Path, order: &ClusterOrder) -> Result<Self, ClusterError> {
        let failed = |cause: &dyn ToString| ClusterError::Supervisor(cause.to_string());
        let supervised = Supervised::start(command(program), STOP);
        let mut supervised = supervised.map_err(|error| failed(&error))?;
        let exchange = async {
            // If the supervisor has exited, reading shows that too.
            let _ = supervised.send(order).await;
            supervised.report::<ClusterReport>().await
        };
        let report = timeout(START, exchange).await;
        let report = report.map_err(|_| failed(&"it does not answer"))?;
        let listening = report.map_err(|_| failed(&"it sent no report"))??;
        Ok(Self {
            supervised: Mutex::new(supervised),
            listening,
        })
    }

    /// Returns the folder of the database's socket.
    pub(super) fn socket(&self) -> &Path {
        &self.listening.socket
    }

    /// Returns whether the supervisor is running. It exits when the database does.
    pub(super) fn is_running(&self) -> bool {
        lock(&self.supervised).is_running()
    }

    /// Returns whether the database accepts connections. One that is slow does.
    pub(super) async fn answers(&self) -> bool {
        self.is_running() && address::answers(self.socket()).await
    }

    /// Waits until the supervisor of a database that died has exited.
    ///
    /// It is not stopped at first: then it would remove the socket's folder, which the next start
    /// reuses.
    pub(super) async fn wait_after_crash(&self) {
        if timeout(NOTICE, self.exited()).await.is_err() {
            self.stop().await;
        }
    }

    /// Makes the supervisor stop the database, and waits until it has exited.
    pub(super) async fn stop(&self) {
        lock(&self.supervised).stop();
        if timeout(STOP, self.exited()).await.is_err() {
            // The kernel signals the database when its supervisor dies.
            lock(&self.supervised).kill();
        }
    }

    async fn exited(&self) {
        while self.is_running() {
            sleep(POLL).await;
        }
    }
}

fn command(program: &Path) -> Command {
    let mut command = supervisor::ROLE.command(program);
    command
        .arg(supervisor::KEEP)
        .envs(env::var_os("PATH").map(|search| ("PATH", search)))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A database that can be used.
#[derive(Debug)]
pub(super) enum ActiveCluster {
    /// This server has started it.
    Own(Box<RunningCluster>),
    /// Another server on the same folder has started it, and will stop it.
    Other(OtherCluster),
}

/// The database of another server.
#[derive(Debug)]
pub(super) struct OtherCluster {
    socket: PathBuf,
    is_gone: AtomicBool,
}

impl ActiveCluster {
    /// Creates the database of another server, with its socket in this folder.
    pub(super) fn of_other(socket: PathBuf) -> Self {
        Self::Other(OtherCluster {
            socket,
            is_gone: AtomicBool::new(false),
        })
    }

    /// Returns the folder of the database's socket.
    pub(super) fn socket(&self) -> &Path {
        match self {
            Self::Own(own) => own.socket(),
            Self::Other(other) => &other.socket,
        }
    }

    /// Returns whether it runs, as far as is known without asking it.
    pub(super) fn is_running(&self) -> bool {
        match self {
            Self::Own(own) => own.is_running(),
            Self::Other(other) => !other.is_gone.load(Ordering::Relaxed),
        }
    }

    /// Returns whether it accepts connections.
    pub(super) async fn answers(&self) -> bool {
        match self {
            Self::Own(own) => own.answers().await,
            Self::Other(other) => {
                let answers = address::answers(&other.socket).await;
                other.is_gone.fetch_or(!answers, Ordering::Relaxed);
                answers
            }
        }
    }

    /// Waits until what is left of a database that died is gone.
    pub(super) async fn wait_after_crash(&self) {
        if let Self::Own(own) = self {
            own.wait_after_crash().await;
        }
    }

    /// Stops it, if this server has started it.
    pub(super) async fn stop(&self) {
        if let Self::Own(own) = self {
            own.stop().await;
        }
    }
}
