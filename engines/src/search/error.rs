//! [`SearchError`]: why a search fails. Its messages never contain the key.

use std::time::Duration;

use reqwest::StatusCode;
use toolwright_http::HttpError;

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
