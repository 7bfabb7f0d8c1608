//! [`ClusterAddress`]: the address of a private database, and whether it accepts connections there.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{net::UnixStream, time::timeout};

use super::super::client::request_tls;

/// The database with the sample. It has the name that the tools' settings use.
pub(super) const DATABASE: &str = "bga_database";
/// The role that reads the sample, and may do nothing else.
pub(super) const READER: &str = "toolwright_reader";
/// The role that may do everything, and its database.
const SUPERUSER: &str = "postgres";
/// The port, which is a part of the socket's name.
const PORT: u16 = 5432;

/// The address of a private database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClusterAddress {
    /// The folder of the socket.
    pub(crate) socket: PathBuf,
    pub(crate) port: u16,
    pub(crate) database: String,
    pub(crate) user: String,
}

impl ClusterAddress {
    /// Returns the address for the role that reads the sample.
    pub(super) fn of_reader(socket: &Path) -> Self {
        Self::new(socket, DATABASE, READER)
    }

    /// Returns the address for the superuser.
    pub(super) fn of_superuser(socket: &Path) -> Self {
        Self::new(socket, SUPERUSER, SUPERUSER)
    }

    fn new(socket: &Path, database: &str, user: &str) -> Self {
        Self {
            socket: socket.to_owned(),
            port: PORT,
            database: database.to_owned(),
            user: user.to_owned(),
        }
    }
}

/// Returns the path of the socket in its folder.
pub(super) fn socket_file(folder: &Path) -> PathBuf {
    folder.join(format!(".s.PGSQL.{PORT}"))
}

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
