//! Why texts have no vectors. Never with the key in it, and never with the texts.

use std::time::Duration;

use reqwest::StatusCode;

use crate::data::http::HttpError;

/// Why texts have no vectors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum EmbeddingError {
    /// A text has nothing in it. The caller leaves it out.
    #[error("text {index} is empty")]
    Empty {
        /// Its place in the list, from 0 on.
        index: usize,
    },
    /// The server wants fewer requests. The caller waits.
    #[error("the embedding server wants fewer requests{}", colon(detail.as_deref()))]
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
        /// What it says.
        detail: Option<String>,
    },
    /// The server answers with a failure.
    #[error("the embedding server answered {status}{}", colon(detail.as_deref()))]
    Status {
        /// The status.
        status: StatusCode,
        /// What it says.
        detail: Option<String>,
    },
    /// The server's answer is not what was asked for.
    #[error("the embedding server's answer cannot be used: {0}")]
    Answer(String),
    /// The server has begun to answer with another model, or vectors of several models came together.
    #[error(
        "the embedding server's vectors have {actual} dimensions where they had {expected}: its model `{model}` is another one now"
    )]
    Dimension {
        /// The model's name.
        model: String,
        /// What it was before.
        expected: usize,
        /// What it is now.
        actual: usize,
    },
    /// No answer.
    #[error("the embedding server cannot be asked: {0}")]
    Http(#[from] HttpError),
    /// The time was over before all texts were encoded.
    #[cfg(feature = "embedded-encoder")]
    #[error("the time was over after {done} of {all} texts")]
    Timeout {
        /// How many were encoded.
        done: usize,
        /// How many there are.
        all: usize,
    },
    /// The embedded encoder does not work.
    #[error("the embedded encoder failed: {0}")]
    Encoder(String),
}

fn colon(detail: Option<&str>) -> String {
    detail
        .map(|detail| format!(": {detail}"))
        .unwrap_or_default()
}
