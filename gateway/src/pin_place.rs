//! [`PinPlace`]: where pinned definitions are stored, and the [`PinError`] of using it.

use std::{io, path::PathBuf, sync::Arc};

use crate::pin_store::PinStore;

/// An error of the file of pinned definitions.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PinError {
    /// It cannot be read or written.
    #[error("`{}`: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// It is not what this program writes.
    #[error("`{}` is not a file of pinned definitions: {error}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The mistake in it.
        error: serde_json::Error,
    },
    /// The store of several servers cannot be used.
    #[error("pinned definitions cannot be read or stored: {0}")]
    Shared(String),
}

impl From<PinError> for toolwright::Error {
    fn from(error: PinError) -> Self {
        Self::Start(Box::new(error))
    }
}

/// Where pinned definitions are stored.
#[derive(Debug, Clone, Default)]
pub(crate) enum PinPlace {
    /// In memory alone.
    #[default]
    Memory,
    /// In a file.
    File(PathBuf),
    /// In a store of several servers.
    Shared(Arc<dyn PinStore>),
}
