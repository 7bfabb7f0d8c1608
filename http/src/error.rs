//! [`HttpError`]: why a request has no response. Messages never contain headers, bodies or queries.

use std::{error::Error as _, time::Duration};

use url::Url;

/// Why a request has no response.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The request was not sent, or a redirect not followed.
    #[error(transparent)]
    Refused(#[from] RequestRefused),
    /// The deadline passed.
    #[error("`{host}` did not respond within {:.1} s", after.as_secs_f64())]
    Timeout {
        /// The host of the request.
        host: String,
        /// The time until the deadline.
        after: Duration,
    },
    /// The response is larger than the limit.
    #[error("the response of `{host}` is larger than {most} bytes")]
    TooLarge {
        /// The host of the request.
        host: String,
        /// The limit.
        most: usize,
    },
    /// The connection failed or broke.
    #[error("`{host}` cannot be reached: {reason}")]
    Unreachable {
        /// The host of the request.
        host: String,
        /// The error of the system or of the server.
        reason: String,
    },
    /// The connection broke after the request was sent, which may have been executed.
    #[error("the connection to `{host}` broke: {reason}")]
    Broken {
        /// The host of the request.
        host: String,
        /// The error of the system or of the server.
        reason: String,
    },
    /// The client cannot be created.
    #[error("cannot create an HTTP client: {0}")]
    NoClient(String),
}

/// Why a request is not sent, or a redirect is not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestRefused {
    /// The scheme is neither `http` nor `https`.
    #[error("`{0}` is not a supported scheme: expected `http` or `https`")]
    Scheme(String),
    /// The URL contains credentials, which would end up in logs.
    #[error("a URL must not contain a user name or a password")]
    Credentials,
    /// The URL has no host.
    #[error("the URL has no host")]
    NoHost,
    /// The address does not belong to the public internet.
    #[error("`{host}` is a private address")]
    Private {
        /// The host as it is written in the URL.
        /// The host of the request.
        host: String,
    },
    /// The request would reach the server that sends it.
    #[error("`{host}` is this server, which does not call itself")]
    Own {
        /// The host of the request.
        host: String,
    },
    /// There are more redirects than the limit.
    #[error("more than {0} redirects")]
    Redirects(usize),
    /// The processor lacks a feature that the cryptography needs.
    #[error("HTTPS needs a processor with `{0}`, which this one lacks")]
    Processor(&'static str),
}

impl RequestRefused {
    pub(super) fn private(url: &Url) -> Self {
        Self::Private { host: host_of(url) }
    }
}

impl HttpError {
    /// Converts the error of a request to `url`.
    pub(super) fn of(error: &reqwest::Error, url: &Url) -> Self {
        let mut cause = error.source();
        let mut reason = None;
        while let Some(error) = cause {
            if let Some(refused) = error.downcast_ref::<RequestRefused>() {
                return refused.clone().into();
            }
            reason = Some(error.to_string());
            cause = error.source();
        }
        Self::Unreachable {
            host: error.url().map_or_else(|| host_of(url), host_of),
            reason: reason.unwrap_or_else(|| "the response is invalid".into()),
        }
    }
}

/// Returns the host of a URL for messages. The rest may contain secrets.
pub(super) fn host_of(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}
