//! [`Running`]: a database that was started, and the process that keeps it.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::UnixStream,
    process::{Child, ChildStdin, ChildStdout, Command},
    time::{sleep, timeout},
};

use super::{
    ClusterError, WORKER,
    data_folder::socket_file,
    order::{Listening, Order, Report},
    role::KEEP,
};
use crate::data::{postgres::client::request_tls, supervise::worker};

/// How long a start may take. The keeper gives up earlier and says why.
const START: Duration = Duration::from_secs(180);
/// How long a stop may take. The keeper kills what does not stop earlier.
const STOP: Duration = Duration::from_secs(30);
/// How long an answer is waited for that tells whether the database is there.
const SLOW: Duration = Duration::from_secs(1);
/// How long the keeper of a database that died may take to notice.
const NOTICE: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_millis(2);
/// The longest report.
const MOST: u64 = 1024 * 1024;

/// A database that was started. Dropping it makes the keeper stop it.
#[derive(Debug)]
pub(super) struct Running {
    keeper: Mutex<Child>,
    /// The keeper stops the database when this ends.
    input: Mutex<Option<ChildStdin>>,
    listening: Listening,
}

impl Running {
    /// Starts a keeper and waits for its report.
    pub(super) async fn start(program: &Path, order: &Order) -> Result<Self, ClusterError> {
        let gone = |cause: &dyn ToString| ClusterError::Keeper(cause.to_string());
        let mut keeper = spawn(program).map_err(|error| gone(&error))?;
        let (Some(mut input), Some(output)) = (keeper.stdin.take(), keeper.stdout.take()) else {
            return Err(gone(&"it has no pipes"));
        };
        let order = worker::line(order).map_err(|error| gone(&error))?;
        let exchange = async {
            // A keeper that has gone does not read; that it has is seen below.
            let _ = input.write_all(&order).await;
            report(output).await
        };
        let report = timeout(START, exchange).await;
        let listening = report.unwrap_or_else(|_| Err(gone(&"it does not answer")))?;
        Ok(Self {
            keeper: Mutex::new(keeper),
            input: Mutex::new(Some(input)),
            listening,
        })
    }

    /// The folder of its socket.
    pub(super) fn socket(&self) -> &Path {
        &self.listening.socket
    }

    /// Whether the keeper is there, who goes when the database does.
    pub(super) fn is_there(&self) -> bool {
        matches!(held(&self.keeper).try_wait(), Ok(None))
    }

    /// Whether the database takes connections. One that is slow does.
    pub(super) async fn answers(&self) -> bool {
        let asked = timeout(SLOW, ask(socket_file(self.socket())));
        self.is_there() && !matches!(asked.await, Ok(Err(_)))
    }

    /// Waits until the keeper of a database that died has gone. One that is told to stop would leave nothing for the next.
    pub(super) async fn end(&self) {
        if timeout(NOTICE, self.gone()).await.is_err() {
            self.stop().await;
        }
    }

    /// Has the keeper stop the database, and waits until it has gone.
    pub(super) async fn stop(&self) {
        drop(held(&self.input).take());
        if timeout(STOP, self.gone()).await.is_err() {
            // The database gets to know when its keeper dies.
            let _ = held(&self.keeper).start_kill();
        }
    }

    async fn gone(&self) {
        while self.is_there() {
            sleep(LOOK).await;
        }
    }
}

fn spawn(program: &Path) -> io::Result<Child> {
    Command::new(program)
        .arg0("toolwright")
        .args([worker::COMMAND, WORKER, KEEP])
        .env_clear()
        .envs(env::var_os("PATH").map(|search| ("PATH", search)))
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // A key that interrupts the server is not for it: the server lets its calls finish.
        .process_group(0)
        .spawn()
}

/// One that was killed can be connected to as long as any process of it is left, but nobody answers there.
async fn ask(socket: PathBuf) -> io::Result<u8> {
    request_tls(&mut UnixStream::connect(socket).await?).await
}

async fn report(output: ChildStdout) -> Report {
    let mut line = Vec::new();
    let mut output = BufReader::new(output).take(MOST);
    let read = output.read_until(b'\n', &mut line).await;
    let report = read
        .map_err(|error| error.to_string())
        .and_then(|_| serde_json::from_slice(&line).map_err(|_| "it said nothing".to_owned()));
    report.unwrap_or_else(|cause| Err(ClusterError::Keeper(cause)))
}

fn held<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::net::UnixListener};

    use super::*;
    use crate::core::token;

    #[tokio::test]
    async fn a_socket_that_is_left_of_a_dead_database_does_not_answer() {
        let path = env::temp_dir().join(format!("toolwright-{}", token::random()));
        let left = UnixListener::bind(&path).unwrap();
        let asked = tokio::spawn(ask(path.clone()));
        // It is connected to, and then the last process that had it is gone.
        sleep(Duration::from_millis(50)).await;
        assert!(!asked.is_finished());
        drop(left);
        assert!(asked.await.unwrap().is_err());
        fs::remove_file(path).unwrap();
    }
}
