//! [`ClusterError`]: the errors of the private database.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// The error of a private database that is not available. It is serialized in the supervisor's
/// report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub(crate) enum ClusterError {
    /// Another server uses the folder.
    #[error(
        "the database in `{}` is in use by another server{}: stop that one, or set `TOOLWRIGHT_DATA_DIR` to another folder",
        folder.display(),
        holder.as_deref().map(|holder| format!(" (process {holder})")).unwrap_or_default(),
    )]
    InUse {
        folder: PathBuf,
        /// The process id of the other server.
        holder: Option<String>,
    },
    /// No programs of PostgreSQL were found.
    #[error(
        "no PostgreSQL was found: {searched}. Install it, or name a server with `POSTGRESQL_DB_HOST`, `POSTGRESQL_DB_PORT`, \
         `POSTGRESQL_DB_NAME`, `POSTGRESQL_DB_USER` and `POSTGRESQL_DB_PASS`"
    )]
    NoRuntime { searched: String },
    /// Programs were found, but of another major version than the database.
    #[error(
        "the database in `{}` was created by PostgreSQL {created_by}, but only {} was found: install PostgreSQL {created_by}, or move \
         that folder away to start with an empty database",
        folder.display(),
        found.join(" and "),
    )]
    OtherVersion {
        folder: PathBuf,
        created_by: String,
        found: Vec<String>,
    },
    /// A file or a folder cannot be used.
    #[error("`{}` cannot be used for the database: {cause}", path.display())]
    Folder { path: PathBuf, cause: String },
    /// A program of PostgreSQL failed.
    #[error("PostgreSQL did not start: {what}{}", quoted(log))]
    Start { what: String, log: String },
    /// The supervisor did not start, or exited.
    #[error("the supervisor process of the database failed: {0}")]
    Supervisor(String),
    /// This server is stopping.
    #[error("the database was stopped")]
    Stopped,
}

impl ClusterError {
    /// Returns a function that makes an error of a failure with `path`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Folder {
            path: path.to_owned(),
            cause: cause.to_string(),
        }
    }
}

fn quoted(log: &str) -> String {
    if log.is_empty() {
        String::new()
    } else {
        format!(". Its log: {log}")
    }
}
