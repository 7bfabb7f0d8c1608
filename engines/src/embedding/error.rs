//! [`EmbeddingError`]: why texts cannot be embedded. Messages never contain the key or the texts.

use std::time::Duration;

use reqwest::StatusCode;
use toolwright_http::HttpError;

/// Why texts cannot be embedded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbeddingError {
    /// A text is empty. The caller must leave it out.
    #[error("text {index} is empty")]
    Empty {
        /// Its index in the list.
        index: usize,
    },
    /// The server limits the request rate. The caller may try again later.
    #[error("the embedding server limits the request rate{}", colon(detail.as_deref()))]
    RateLimited {
        retry_after: Duration,
        detail: Option<String>,
    },
    /// The server responded with an error.
    #[error("the embedding server responded with {status}{}", colon(detail.as_deref()))]
    Status {
        status: StatusCode,
        detail: Option<String>,
    },
    /// The response is not what the API documents.
    #[error("the response of the embedding server is invalid: {0}")]
    Response(String),
    /// The model of the server has changed.
    #[error(
        "the vectors of the embedding server have {actual} dimensions instead of {expected}: its model `{model}` has changed"
    )]
    Dimension {
        model: String,
        expected: usize,
        actual: usize,
    },
    /// The server did not respond.
    #[error("the embedding server is not available: {0}")]
    Http(#[from] HttpError),
    /// The deadline passed before all texts were encoded.
    #[cfg(feature = "embedded-encoder")]
    #[error("the deadline passed after {done} of {all} texts")]
    Timeout { done: usize, all: usize },
    /// The embedded encoder failed.
    #[error("the embedded encoder failed: {0}")]
    Encoder(String),
}

fn colon(detail: Option<&str>) -> String {
    detail
        .map(|detail| format!(": {detail}"))
        .unwrap_or_default()
}
