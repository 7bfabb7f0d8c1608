//! [`Authenticator`]: finds out who makes a request.

use std::sync::Arc;

use axum::http::{HeaderMap, Method};

use super::{authentication_error::AuthenticationError, resource_metadata::ResourceMetadata};
use crate::core::{BoxFuture, Identity, Origin};

/// The head of a request that an [`Authenticator`] decides by.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AuthenticationRequest<'a> {
    /// The method of the request.
    pub method: &'a Method,
    /// The headers of the request.
    pub headers: &'a HeaderMap,
    /// The address that the request came from.
    pub origin: Origin,
}

impl<'a> AuthenticationRequest<'a> {
    /// Creates the head of a request that came from `origin`.
    #[must_use]
    pub const fn new(method: &'a Method, headers: &'a HeaderMap, origin: Origin) -> Self {
        Self {
            method,
            headers,
            origin,
        }
    }
}

/// Finds out who makes a request.
///
/// [`Server::authenticate`](crate::Server::authenticate) takes one. `ApiKeys` and `OAuth` are the
/// implementations that this crate brings. Implement the trait to check credentials of another kind:
///
/// ```
/// use std::sync::Arc;
/// use toolwright::{
///     BoxFuture,
///     access::{AuthenticationError, AuthenticationRequest, Authenticator, Identity},
/// };
///
/// /// Believes a proxy that sets `X-User`.
/// struct Proxy;
///
/// impl Authenticator for Proxy {
///     fn authenticate<'a>(
///         &'a self,
///         request: AuthenticationRequest<'a>,
///     ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
///         let user = request.headers.get("x-user").and_then(|user| user.to_str().ok());
///         let identity = user.map(|user| Arc::new(Identity::new(user)));
///         Box::pin(async { identity.map(Some).ok_or(AuthenticationError::Missing) })
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not authenticate requests",
    note = "use `ApiKeys` or `OAuth`, or implement `Authenticator`"
)]
pub trait Authenticator: Send + Sync + 'static {
    /// Returns who makes the request, or `None` if the request may be made by anybody.
    ///
    /// # Errors
    /// If the request does not prove who makes it.
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>>;

    /// Returns `true` if this authenticator lets requests without credentials in. It is not asked
    /// where other machines can reach the server.
    fn admits_unknown(&self) -> bool {
        false
    }

    /// Returns `true` if there are credentials that it would accept. A server where nobody has any
    /// does not listen where other machines can reach it.
    fn is_ready(&self) -> bool {
        true
    }

    /// Returns why it cannot work, if it is configured so that it cannot.
    /// [`Server::build`](crate::Server::build) fails with the text.
    fn problem(&self) -> Option<String> {
        None
    }

    /// Returns the document that tells clients where to get tokens, if there is one.
    fn resource_metadata(&self) -> Option<&ResourceMetadata> {
        None
    }
}
