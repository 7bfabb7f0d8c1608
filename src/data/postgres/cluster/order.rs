//! The messages between [`Cluster`](super::Cluster) and its supervisor: an [`Order`], then one
//! [`Report`].

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{error::ClusterError, runtime::Runtime};

/// Which database a supervisor is to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) folder: PathBuf,
    pub(super) runtime: Runtime,
}

/// Where the database listens, or why it does not.
pub(super) type Report = Result<Listening, ClusterError>;

/// A database that accepts connections.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Listening {
    /// The folder of its socket.
    pub(super) socket: PathBuf,
    /// The process id of its first process.
    pub(super) postmaster: u32,
}
