//! [`ClusterError`]: why there is no database.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// Why there is no database. The keeper says it too, so it can be written down.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub(crate) enum ClusterError {
    /// Another server has it.
    #[error(
        "the database in `{}` is in use by another server{}: stop that one, or set `TOOLWRIGHT_DATA_DIR` to another folder",
        folder.display(),
        holder.as_deref().map(|holder| format!(" (process {holder})")).unwrap_or_default(),
    )]
    InUse {
        folder: PathBuf,
        /// Its process.
        holder: Option<String>,
    },
    /// There are no programs of PostgreSQL.
    #[error(
        "there is no PostgreSQL here: {searched}. Install it, or name a server with `POSTGRESQL_DB_HOST`, `POSTGRESQL_DB_PORT`, \
         `POSTGRESQL_DB_NAME`, `POSTGRESQL_DB_USER` and `POSTGRESQL_DB_PASS`"
    )]
    NoRuntime { searched: String },
    /// There are programs, but of another version than those that made the database.
    #[error(
        "the database in `{}` was made by PostgreSQL {made_by}, and here is {}: install PostgreSQL {made_by}, or move that folder away to \
         begin with an empty one",
        folder.display(),
        at_hand.join(" and "),
    )]
    OtherVersion {
        folder: PathBuf,
        made_by: String,
        at_hand: Vec<String>,
    },
    /// A file or a folder cannot be used.
    #[error("`{}` cannot be used for the database: {cause}", path.display())]
    Folder { path: PathBuf, cause: String },
    /// A program of PostgreSQL failed.
    #[error("PostgreSQL did not start: {what}{}", said(log))]
    Start { what: String, log: String },
    /// The process that keeps the database did not start, or has gone.
    #[error("the process that keeps the database has gone: {0}")]
    Keeper(String),
    /// This server stops.
    #[error("the database is stopped")]
    Stopped,
}

impl ClusterError {
    /// What to make of a failure with `path`.
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Folder {
            path: path.to_owned(),
            cause: cause.to_string(),
        }
    }
}

fn said(log: &str) -> String {
    if log.is_empty() {
        String::new()
    } else {
        format!(". It said: {log}")
    }
}
