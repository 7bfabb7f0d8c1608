//! Why the embedded index does not answer.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::data::embedding::EmbeddingError;

/// Why the embedded index does not answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IndexError {
    /// No collection can have this name.
    #[error(
        "`{0}` is not a name for a collection: 3 to 63 letters, digits, `.`, `_` or `-` are wanted, with a letter or a digit at both ends"
    )]
    Name(String),
    /// A filter makes no sense.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The texts of the sample have no vectors.
    #[error("the sample collection cannot be filled: {0}")]
    Sample(EmbeddingError),
    /// The disk does not do what is wanted.
    #[error("`{}`: {source}", path.display())]
    Disk {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of the index is not what was written into it.
    #[error("`{}` is damaged: {what}; index the documents again, into a file that is new", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The time is over.
    #[error("the time was over before the index had answered")]
    Timeout,
    /// The thread that worked on it is gone.
    #[error("the index failed: {0}")]
    Failed(String),
}

/// A filter that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{filter}`: {message}")]
pub(crate) struct FilterError {
    filter: &'static str,
    message: String,
}

impl FilterError {
    pub(in crate::data::vectors) const fn new(filter: &'static str, message: String) -> Self {
        Self { filter, message }
    }
}

impl IndexError {
    /// What the disk does with this file is not what is wanted.
    pub(in crate::data::vectors) fn disk(path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        |source| Self::Disk {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether the caller can mend it.
    pub(in crate::data::vectors) const fn is_caller_error(&self) -> bool {
        matches!(self, Self::Name(_) | Self::Filter(_))
    }
}
