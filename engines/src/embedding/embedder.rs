//! [`Embedder`]: turns texts into vectors, or fails with an [`EmbeddingError`].

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use reqwest::StatusCode;
use toolwright::BoxFuture;
use toolwright_http::HttpError;

/// The embedding of a text. It is shared with the cache.
pub type Vector = Arc<[f32]>;

/// Turns texts into vectors.
pub trait Embedder: fmt::Debug + Send + Sync {
    /// Returns the name of the model. Only vectors of the same model can be compared.
    fn model(&self) -> &str;

    /// Returns the dimensions of a vector, once they are known.
    fn dimension(&self) -> Option<usize>;

    /// Returns the weight of shared words against the vectors in a search, between 0 and 1. It is
    /// high for a model that knows few languages.
    fn keyword_weight(&self) -> f32;

    /// Embeds the texts, and returns their vectors in the same order.
    ///
    /// # Errors
    /// If one of them cannot be embedded before `deadline`.
    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>>;
}

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
