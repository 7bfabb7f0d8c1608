//! Why a store does not answer. Never with a token in it.

use std::{io, path::PathBuf};

use reqwest::StatusCode;

use super::filter::FilterError;
use crate::data::{embedding::EmbeddingError, http::HttpError};

/// Why a store does not answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum VectorError {
    /// There is no such collection.
    #[error("there is no collection `{collection}`{}", within(place.as_deref()))]
    NoCollection {
        /// Its name.
        collection: String,
        /// Where it was looked for.
        place: Option<String>,
    },
    /// No collection can have this name.
    #[error(
        "`{0}` is not a name for a collection: 3 to 63 letters, digits, `.`, `_` or `-` are wanted, with a letter or a digit at both ends"
    )]
    Name(String),
    /// The vectors are of another model than the collection's.
    #[error(
        "the collection `{collection}` has vectors of {expected} dimensions{}, the model `{model}` gives {actual}",
        of(collection_model.as_deref())
    )]
    Dimension {
        /// The collection.
        collection: String,
        /// The model that it was filled with, if that was written down.
        collection_model: Option<String>,
        /// The model of the vectors.
        model: String,
        /// What the collection has.
        expected: usize,
        /// What the vectors have.
        actual: usize,
    },
    /// A filter makes no sense. The caller mends it.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The server answers with a failure.
    #[error("the ChromaDB server answered {status}: {message}")]
    Status {
        /// The status.
        status: StatusCode,
        /// What it says.
        message: String,
    },
    /// The server's answer is not what was asked for.
    #[error("the ChromaDB server's answer cannot be used: {0}")]
    Answer(String),
    /// No answer.
    #[error("the ChromaDB server cannot be asked: {0}")]
    Http(#[from] HttpError),
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

fn within(place: Option<&str>) -> String {
    place
        .map(|place| format!(" in {place}"))
        .unwrap_or_default()
}

fn of(model: Option<&str>) -> String {
    model
        .map(|model| format!(" of the model `{model}`"))
        .unwrap_or_default()
}
