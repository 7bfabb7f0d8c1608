//! [`StoreError`]: why a store does not read or write.

use std::{io, path::PathBuf};

use crate::jsonc::Invalid;

/// Why a store does not read or write.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A stored definition is not valid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A file that was configured does not exist.
    #[error("`{}` does not exist: `toolwright init` writes one", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A change would make the file one that cannot be read.
    #[error("the change cannot be written into `{}`: edit the file by hand", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
    },
    /// A change would make the file larger than one that is read.
    #[error("the change would make `{}` larger than {most} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The bytes of the largest one.
        most: u64,
    },
    /// A file or folder cannot be read or written.
    #[error("`{}`: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
    /// There is no such tool.
    #[error("there is no tool `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// There is another tool of this name.
    #[error("there is a tool `{name}` already")]
    Taken {
        /// The name.
        name: String,
    },
    /// Somebody else was faster.
    #[error("`{name}` is at revision {current} by now: the change was made for another one")]
    Conflict {
        /// The name.
        name: String,
        /// The number of the latest version.
        current: u64,
    },
    /// A program error.
    #[error("the registry does not answer")]
    Gone,
}
