//! What is said between a server and its keeper: a line of JSON each way.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{ClusterError, Runtime};

/// What a keeper is told. The end of its input, after that, means that the database is to be stopped.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) folder: PathBuf,
    pub(super) runtime: Runtime,
}

/// What a keeper says, once: where the database listens, or why it does not.
pub(super) type Report = Result<Listening, ClusterError>;

/// A database that takes connections.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Listening {
    /// The folder of its socket.
    pub(super) socket: PathBuf,
    /// The process that the others come from.
    pub(super) postmaster: u32,
}
