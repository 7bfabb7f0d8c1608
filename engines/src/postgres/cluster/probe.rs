//! Whether a database accepts connections on its socket.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{net::UnixStream, time::timeout};

use super::address::socket_file;
use crate::postgres::client::request_tls;

/// How long to wait for an answer of the database. After that it is slow, but alive.
const SLOW: Duration = Duration::from_secs(1);

/// Returns whether the database with its socket in `folder` accepts connections. One that is slow
/// does.
pub(super) async fn answers(folder: &Path) -> bool {
    let answer = timeout(SLOW, ask(socket_file(folder))).await;
    !matches!(answer, Ok(Err(_)))
}

/// Waits for an answer on the socket. Connecting to it succeeds as long as any process of a killed
/// database is left, but no answer comes.
async fn ask(socket: PathBuf) -> io::Result<u8> {
    request_tls(&mut UnixStream::connect(socket).await?).await
}

#[cfg(test)]
mod tests {
    use std::{env, fs, os::unix::net::UnixListener};

    use tokio::time::sleep;
    use toolwright_base::token;

    use super::*;

    #[tokio::test]
    async fn the_socket_of_a_dead_database_does_not_answer() {
        let path = env::temp_dir().join(format!("toolwright-{}", token::random()));
        let listener = UnixListener::bind(&path).unwrap();
        let asked = tokio::spawn(ask(path.clone()));
        // The connection is made, and then the last process with the socket exits.
        sleep(Duration::from_millis(50)).await;
        assert!(!asked.is_finished());
        drop(listener);
        assert!(asked.await.unwrap().is_err());
        fs::remove_file(path).unwrap();
    }
}
