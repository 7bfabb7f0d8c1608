//! The messages between [`Cluster`](super::Cluster) and its supervisor: a [`ClusterOrder`], then one
//! [`ClusterReport`].

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{error::ClusterError, runtime::Runtime};

/// The order to run a database.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ClusterOrder {
    pub(super) folder: PathBuf,
    pub(super) runtime: Runtime,
}

/// The socket of the database, or the error that prevented its start.
pub(super) type ClusterReport = Result<Listening, ClusterError>;

/// A database that accepts connections.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Listening {
    /// The folder of its socket.
    pub(super) socket: PathBuf,
    /// The process id of its first process.
    pub(super) postmaster: u32,
}
