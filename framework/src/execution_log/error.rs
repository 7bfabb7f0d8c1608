//! [`LogError`]: why a record could not be written.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// An error of the [`ExecutionLog`](crate::log::ExecutionLog).
///
/// # Examples
/// ```
/// use toolwright::log::{ExecutionLog, LogError, LogOptions};
///
/// let error = ExecutionLog::open(LogOptions::new("/dev/null/log")).unwrap_err();
/// assert!(matches!(error, LogError::Folder { .. }));
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// Records cannot be written into the folder. Found when the log is opened.
    #[error(
        "cannot write the execution log to `{}`: {problem}; {remedy}, or set another folder with `TOOLWRIGHT_LOG_DIR`",
        folder.display()
    )]
    Folder {
        /// The folder of the log.
        folder: PathBuf,
        /// What is wrong with it.
        problem: String,
        /// What the operator can do about it.
        remedy: &'static str,
        /// The error of the operating system.
        #[source]
        source: Arc<io::Error>,
    },
    /// The disk refused the record until the timeout.
    #[error("cannot write the execution log: {source}")]
    Unwritable {
        /// The last error of the operating system.
        #[source]
        source: Arc<io::Error>,
    },
    /// The disk did not accept the record before the timeout. It may still be written.
    #[error("cannot write the execution log: the disk did not respond within {after:?}")]
    Timeout {
        /// How long the caller waited.
        after: Duration,
    },
    /// The log is closed, because the server stops.
    #[error("the execution log is closed")]
    Closed,
}

impl LogError {
    /// Explains what is wrong with a folder, and what to do about it.
    pub(super) fn folder(folder: &Path, source: io::Error) -> Self {
        let (problem, remedy) = match source.kind() {
            _ if is_link_error(&source) => {
                ("a file in it is a symbolic link".to_owned(), "remove it")
            }
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                ("it is not a folder".to_owned(), "move the file away")
            }
            ErrorKind::PermissionDenied => (
                "this user may not write there".to_owned(),
                "grant the permission",
            ),
            ErrorKind::ReadOnlyFilesystem => ("it is read-only".to_owned(), "mount it for writing"),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                ("the disk is full".to_owned(), "free some space")
            }
            _ => (source.to_string(), "fix this"),
        };
        Self::Folder {
            folder: folder.to_owned(),
            problem,
            remedy,
            source: Arc::new(source),
        }
    }
}

/// Whether a file was not opened because it is a symbolic link.
fn is_link_error(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
    #[cfg(not(unix))]
    return false;
}
