//! [`LogError`]: why a record is not in the log, and what mends it.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Why the execution log cannot be kept, or written.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// Found at the start: the operator mends it.
    #[error(
        "the execution log cannot be kept in `{}`: {problem}; {remedy}, or name another folder with `TOOLWRIGHT_LOG_DIR`",
        folder.display()
    )]
    Folder {
        /// Where the log should be.
        folder: PathBuf,
        /// What is wrong there.
        problem: String,
        /// What mends it.
        remedy: &'static str,
        /// What the system said.
        #[source]
        source: Arc<io::Error>,
    },
    /// The disk refused the record for as long as its caller was patient.
    #[error("the execution log cannot be written: {source}")]
    Unwritable {
        /// What the system said last.
        #[source]
        source: Arc<io::Error>,
    },
    /// The disk did not take the record while its caller was patient. It may still be written.
    #[error("the execution log cannot be written: the disk did not answer within {after:?}")]
    Slow {
        /// How long the caller waited.
        after: Duration,
    },
    /// The server is about to end.
    #[error("the execution log is closed")]
    Closed,
}

impl LogError {
    /// What is wrong with a folder, and what mends it.
    pub(super) fn folder(folder: &Path, source: io::Error) -> Self {
        let (problem, remedy) = match source.kind() {
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
                ("it is not a folder".to_owned(), "move what is there away")
            }
            ErrorKind::PermissionDenied => (
                "this user may not write there".to_owned(),
                "give it the right to",
            ),
            ErrorKind::ReadOnlyFilesystem => ("it is read-only".to_owned(), "mount it for writing"),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                ("the disk is full".to_owned(), "free some space")
            }
            _ => (source.to_string(), "mend that"),
        };
        Self::Folder {
            folder: folder.to_owned(),
            problem,
            remedy,
            source: Arc::new(source),
        }
    }
}
