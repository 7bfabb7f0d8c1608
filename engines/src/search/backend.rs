//! [`SearchBackend`]: the requests and responses of a search service, and the errors of searching.

use std::{fmt, time::Duration};

use reqwest::{Request, StatusCode};
use toolwright_http::{ApiKey, HttpError};

use super::hit::Hit;

/// A search query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Query {
    pub text: String,
    /// The most results.
    pub limit: usize,
    /// The highest age of results.
    pub recency: Option<Recency>,
}

/// The highest age of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Recency {
    Day,
    Week,
    Month,
    Year,
}

impl Recency {
    /// Returns the word that most services use for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }
}

/// The requests and responses of one search service.
pub trait SearchBackend: fmt::Debug + Send + Sync {
    /// Returns the name of the service, for messages and results.
    fn name(&self) -> &'static str;

    /// Returns the key that is sent, if there is one. It is masked in messages.
    fn key(&self) -> Option<&ApiKey>;

    /// Creates the request for a query.
    fn request(&self, query: &Query) -> Request;

    /// Reads the results from the body of a successful response.
    ///
    /// # Errors
    /// If the body is not what the service documents.
    fn hits(&self, body: &[u8]) -> serde_json::Result<Vec<Hit>>;

    /// Reads the response to a request that failed.
    fn error_response(&self, status: StatusCode, body: &[u8]) -> ErrorResponse;
}

/// The meaning of a response that is not a success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorResponse {
    /// The key is wrong, missing or used up. Trying again does not help.
    Key(Option<String>),
    /// Any other error, with the message of the service if there is one.
    Other(Option<String>),
}

/// Why a search fails.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The service refuses the key. The administrator must change the settings.
    #[error("`{service}` refuses the key{}", colon(detail.as_deref()))]
    Key {
        service: &'static str,
        detail: Option<String>,
    },
    /// Too many searches. The caller may try again later.
    #[error("`{service}` limits the rate of searches")]
    RateLimited {
        service: &'static str,
        retry_after: Duration,
    },
    /// The service responded with an error.
    #[error("`{service}` responded with {status}{}", colon(detail.as_deref()))]
    Status {
        service: &'static str,
        status: StatusCode,
        detail: Option<String>,
    },
    /// The response is not in the documented format.
    #[error("`{service}` responded with {what} instead of the documented JSON")]
    Format { service: &'static str, what: String },
    /// The service did not respond.
    #[error("`{service}`: {source}")]
    Http {
        service: &'static str,
        source: HttpError,
    },
}

fn colon(detail: Option<&str>) -> String {
    detail
        .map(|detail| format!(": {detail}"))
        .unwrap_or_default()
}
