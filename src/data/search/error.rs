//! Why a search has no results. Never with the key in it.

use std::time::Duration;

use reqwest::StatusCode;

use crate::data::http::HttpError;

/// Why a search has no results.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SearchError {
    /// The service refuses the key. Somebody must mend the settings.
    #[error("`{service}` refuses the key{}", colon(detail.as_deref()))]
    Key {
        /// The service.
        service: &'static str,
        /// What it says.
        detail: Option<String>,
    },
    /// Too many searches. The caller waits.
    #[error("`{service}` wants fewer searches")]
    RateLimited {
        /// The service.
        service: &'static str,
        /// How long to wait.
        retry_after: Duration,
    },
    /// The service answers with a failure.
    #[error("`{service}` answered {status}{}", colon(detail.as_deref()))]
    Status {
        /// The service.
        service: &'static str,
        /// The status.
        status: StatusCode,
        /// What it says.
        detail: Option<String>,
    },
    /// The answer is not in the service's format.
    #[error("`{service}` answered with {what}, and not with the JSON that it documents")]
    Strange {
        /// The service.
        service: &'static str,
        /// What came instead.
        what: String,
    },
    /// No answer.
    #[error("`{service}`: {source}")]
    Http {
        /// The service.
        service: &'static str,
        /// Why.
        source: HttpError,
    },
}

fn colon(detail: Option<&str>) -> String {
    detail
        .map(|detail| format!(": {detail}"))
        .unwrap_or_default()
}
