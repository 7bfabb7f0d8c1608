//! [`VectorError`]: why a vector store fails. Its messages never contain a token.

use reqwest::StatusCode;
use toolwright_http::HttpError;

#[cfg(feature = "embedded-vectors")]
use super::index_error::IndexError;

/// Why a vector store fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// The collection does not exist.
    #[error("there is no collection `{collection}`{}", within(place.as_deref()))]
    NoCollection {
        collection: String,
        /// The database that was searched, if the store has several.
        place: Option<String>,
    },
    /// The server has no API v2, which came with version 0.6.
    #[error(
        "the ChromaDB server at `{origin}`{} is too old: it works from version 0.6.3 on",
        of_version(version.as_deref())
    )]
    TooOld {
        /// The address of the server.
        origin: String,
        /// Its version, if it tells it.
        version: Option<String>,
    },
    /// The vectors have another number of dimensions than those of the collection.
    #[error(
        "the collection `{collection}` has vectors of {expected} dimensions{}, the model `{model}` gives {actual}",
        of(collection_model.as_deref())
    )]
    Dimension {
        collection: String,
        /// The model that the collection was filled with, if it is known.
        collection_model: Option<String>,
        model: String,
        /// The dimensions of the collection.
        expected: usize,
        /// The dimensions of the vectors.
        actual: usize,
    },
    /// The server responded with an error.
    #[error("the ChromaDB server responded with {status}: {message}")]
    Status { status: StatusCode, message: String },
    /// The response is not what the API documents.
    #[error("the response of the ChromaDB server is invalid: {0}")]
    Response(String),
    /// The server did not respond.
    #[error("the ChromaDB server is not available: {0}")]
    Http(#[from] HttpError),
    /// The embedded index failed.
    #[cfg(feature = "embedded-vectors")]
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The program was built without a store.
    #[cfg(not(feature = "embedded-vectors"))]
    #[error("there is no embedded index: {0}")]
    Missing(&'static str),
}

impl VectorError {
    /// Whether the store was too slow.
    pub const fn is_timeout(&self) -> bool {
        match self {
            Self::Http(error) => matches!(error, HttpError::Timeout { .. }),
            #[cfg(feature = "embedded-vectors")]
            Self::Index(error) => matches!(error, IndexError::Timeout),
            _ => false,
        }
    }

    /// Whether the caller can fix the request.
    pub const fn is_caller_error(&self) -> bool {
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

fn of_version(version: Option<&str>) -> String {
    version
        .map(|version| format!(" (version {version})"))
        .unwrap_or_default()
}

fn of(model: Option<&str>) -> String {
    model
        .map(|model| format!(" of the model `{model}`"))
        .unwrap_or_default()
}
