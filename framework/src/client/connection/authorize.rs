//! [`Authorize`]: what proves to a server over HTTP who is calling.

use super::error::ConnectionError;
use crate::core::BoxFuture;

/// Gives the requests of a connection over HTTP their tokens.
///
/// `OAuth`, with the feature `oauth`, is one that logs in where the server says.
pub trait Authorize: Send + Sync {
    /// Returns the token of the next request, or `None` to send it without one.
    ///
    /// # Errors
    /// The error of the request.
    fn token(&self) -> BoxFuture<'_, Result<Option<String>, ConnectionError>>;

    /// Takes the refusal of a request. Returns whether there is another token by now, with which the
    /// request is sent again.
    ///
    /// # Errors
    /// The error of the request.
    fn refused<'a>(
        &'a self,
        refusal: AccessRefusal<'a>,
    ) -> BoxFuture<'a, Result<bool, ConnectionError>>;
}

/// The refusal of a request whose token was missing or not enough.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AccessRefusal<'a> {
    /// 401 or 403.
    pub status: u16,
    /// The header `WWW-Authenticate`.
    pub challenge: Option<&'a str>,
    /// The token that the request had.
    pub token: Option<&'a str>,
}
