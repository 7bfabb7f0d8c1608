//! Why a request got no answer. Its messages never hold what was sent: no header, no body, no query.

use std::{error::Error as _, time::Duration};

use url::Url;

/// Why a request got no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// It was not sent, or not sent on.
    #[error(transparent)]
    Refused(#[from] RequestRefused),
    /// Its time ran out.
    #[error("`{host}` did not answer within {:.1} s", after.as_secs_f64())]
    Timeout {
        /// Who did not answer.
        host: String,
        /// How long it was given.
        after: Duration,
    },
    /// The answer is too large to be read.
    #[error("the answer of `{host}` has more than {most} bytes")]
    TooLarge {
        /// Who answered.
        host: String,
        /// The most that is read.
        most: usize,
    },
    /// No connection, or one that broke.
    #[error("`{host}` cannot be reached: {reason}")]
    Unreachable {
        /// Who.
        host: String,
        /// Why, as the system or the other side says.
        reason: String,
    },
    /// The client itself cannot be built.
    #[error("no HTTP client: {0}")]
    NoClient(String),
}

/// Why a request is not sent, or a redirect is not followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RequestRefused {
    /// Another scheme than HTTP.
    #[error("`{0}` is not a scheme that can be fetched: `http` or `https` is wanted")]
    Scheme(String),
    /// Credentials in the URL: they would end up in logs.
    #[error("a URL with a user name or a password in it is not fetched")]
    Credentials,
    /// A URL without a host.
    #[error("the URL names no host")]
    NoHost,
    /// An address that is not of the public internet.
    #[error("`{host}` is a private address")]
    Private {
        /// The host, as the URL names it.
        host: String,
    },
    /// More redirects than are followed.
    #[error("more than {0} redirects")]
    Redirects(usize),
    /// A processor that the cryptography does not run on.
    #[error("HTTPS needs a processor with `{0}`, which this one has not")]
    Processor(&'static str),
}

impl RequestRefused {
    pub(super) fn private(url: &Url) -> Self {
        Self::Private { host: host_of(url) }
    }
}

impl HttpError {
    /// What `error` means for a request to `url`.
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
            reason: reason.unwrap_or_else(|| "the answer makes no sense".into()),
        }
    }
}

/// The host of a URL, for messages: the rest may hold what is nobody's business.
pub(super) fn host_of(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}
