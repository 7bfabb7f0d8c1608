//! Why a store does not answer. Never with a token in it.

use reqwest::StatusCode;

#[cfg(feature = "embedded-vectors")]
use super::index_error::IndexError;
use crate::data::http::HttpError;

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
    /// The embedded index does not answer.
    #[cfg(feature = "embedded-vectors")]
    #[error(transparent)]
    Index(#[from] IndexError),
    /// There is no store at all.
    #[cfg(not(feature = "embedded-vectors"))]
    #[error("there is no embedded index: {0}")]
    Missing(&'static str),
}

impl VectorError {
    /// Whether the caller can mend it.
    pub(crate) const fn is_caller_error(&self) -> bool {
        match self {
            Self::Dimension { .. } => true,
            #[cfg(feature = "embedded-vectors")]
            Self::Index(error) => error.is_caller_error(),
            _ => false,
        }
    }
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
