//! [`ConnectionError`]: an error of a request to another server.

use std::time::Duration;

use crate::core::Refusal;

/// An error of a request to another server.
///
/// Split by what a program can do: [`is_transient`](Self::is_transient) says whether it makes sense
/// to connect again, and [`was_not_sent`](Self::was_not_sent) whether the request surely did not run.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionError {
    /// The server answered with an error.
    #[error("{}", .0.message)]
    Refused(Refusal),
    /// The server cannot be reached. The request was not sent.
    #[error("cannot reach the server: {0}")]
    Unreachable(String),
    /// The connection ended before the answer. The request may have run.
    #[error("the connection ended before the answer: {0}")]
    Lost(String),
    /// The server no longer knows the session. The request did not run.
    #[error("the server has ended the session")]
    SessionEnded,
    /// The server wants to know who is calling.
    #[error("the server refuses access (HTTP status {status})")]
    Unauthorized {
        /// 401 or 403.
        status: u16,
        /// The header `WWW-Authenticate`.
        challenge: Option<String>,
    },
    /// The server is overloaded. The request did not run.
    #[error("the server is overloaded (HTTP status {status})")]
    Busy {
        /// 429 or 503.
        status: u16,
        /// The time after which the server wants to be asked again.
        retry_after: Option<Duration>,
    },
    /// The server answered with another HTTP status than the protocol allows.
    #[error("the server answered with the HTTP status {status}: {text}")]
    Status {
        /// The status.
        status: u16,
        /// The beginning of the body.
        text: String,
    },
    /// The answer did not arrive in time.
    #[error("the server did not answer within {0:?}")]
    Timeout(Duration),
    /// The answer is longer than the client accepts.
    #[error("the answer is longer than {limit} bytes")]
    TooLarge {
        /// The most bytes that the client accepts.
        limit: usize,
    },
    /// The answer is not what the protocol says.
    #[error("the server's answer is invalid: {0}")]
    Invalid(String),
}

impl ConnectionError {
    /// Whether the connection is of no use any more, and a new one may work.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_) | Self::Lost(_) | Self::SessionEnded | Self::Busy { .. }
        )
    }

    /// Whether the request surely did not run, so that sending it again cannot run it twice.
    #[must_use]
    pub const fn was_not_sent(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_) | Self::SessionEnded | Self::Busy { .. }
        )
    }
}
