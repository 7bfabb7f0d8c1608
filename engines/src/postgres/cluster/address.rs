//! [`ClusterAddress`]: the address of a private database.

use std::path::{Path, PathBuf};

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
