//! [`IndexError`]: why the embedded index fails, and [`FilterError`]: what is wrong with a filter.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::embedding::EmbeddingError;

/// Why the embedded index fails.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The name of a collection is invalid.
    #[error(
        "`{0}` is not a valid name of a collection: expected 3 to 63 letters, digits, `.`, `_` or `-`, with a letter or a digit at both ends"
    )]
    Name(String),
    /// A filter is invalid.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The texts of the sample could not be embedded.
    #[error("the sample collection cannot be filled: {0}")]
    Sample(EmbeddingError),
    /// A file cannot be read or written.
    #[error("`{}`: {source}", path.display())]
    Disk { path: PathBuf, source: io::Error },
    /// A file of the index is damaged.
    #[error("`{}` is damaged: {what}; delete it and index the documents again", path.display())]
    Damaged { path: PathBuf, what: String },
    /// The deadline passed.
    #[error("the index did not respond before the deadline")]
    Timeout,
    /// The thread of the index panicked.
    #[error("the index failed: {0}")]
    Failed(String),
}

/// The mistake in a filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{filter}`: {message}")]
pub struct FilterError {
    filter: &'static str,
    message: String,
}

impl FilterError {
    pub(in crate::vectors) const fn new(filter: &'static str, message: String) -> Self {
        Self { filter, message }
    }
}

impl IndexError {
    /// Returns a function that makes an error of a failed operation on this file.
    pub(in crate::vectors) fn disk(path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        |source| Self::Disk {
            path: path.to_owned(),
            source,
        }
    }

    /// Whether the caller can fix the request.
    pub(in crate::vectors) const fn is_caller_error(&self) -> bool {
        matches!(self, Self::Name(_) | Self::Filter(_))
    }
}
