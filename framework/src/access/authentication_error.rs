//! [`AuthenticationError`]: the refusal of a request.

/// The refusal of a request. The messages do not say which part of a credential is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthenticationError {
    /// The request has no credentials.
    #[error("this server needs credentials: send `Authorization: Bearer …` or `X-API-Key: …`")]
    Missing,
    /// The credentials are of another kind than this authenticator knows.
    #[error("the credentials are not valid")]
    Unrecognized,
    /// The credentials are wrong, expired or revoked.
    #[error("the credentials are not valid")]
    Invalid,
    /// The credentials cannot be read.
    #[error("{0}")]
    Malformed(&'static str),
    /// The credentials are valid, and lack a scope that every request needs.
    #[error("the token lacks a scope: this server needs `{}`", scopes.join(" "))]
    InsufficientScope {
        /// The scopes that every request needs.
        scopes: Vec<String>,
    },
    /// The address has failed too often.
    #[error("too many failed attempts: try again in {retry_after_seconds} s")]
    TooManyAttempts {
        /// How long the address has to wait.
        retry_after_seconds: u64,
    },
    /// The credentials cannot be checked at the moment.
    #[error("the credentials cannot be checked at the moment: {0}")]
    Unavailable(&'static str),
}
