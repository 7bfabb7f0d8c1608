//! [`RunningCluster`]: a database that was started, and its supervisor.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    time::Duration,
};

use tokio::time::{sleep, timeout};
use toolwright_base::lock;

use super::{
    error::ClusterError,
    order::{Listening, Order, Report},
    probe, supervisor,
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
    pub(super) async fn start(program: &Path, order: &Order) -> Result<Self, ClusterError> {
        let failed = |cause: &dyn ToString| ClusterError::Supervisor(cause.to_string());
        let supervised = Supervised::start(command(program), STOP);
        let mut supervised = supervised.map_err(|error| failed(&error))?;
        let exchange = async {
            // If the supervisor has exited, reading shows that too.
            let _ = supervised.send(order).await;
            supervised.report::<Report>().await
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
        self.is_running() && probe::answers(self.socket()).await
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
