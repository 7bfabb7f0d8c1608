//! [`Authenticator`]: finds out who makes a request.
//!
//! [`AllowUnknown`] lets requests without credentials in. [`ResourceMetadata`] tells clients where to get
//! tokens.

use std::sync::Arc;

use axum::http::{HeaderMap, Method};
use serde::Serialize;

use super::credentials::{AuthenticationError, Credentials};
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
    ///
    /// ```
    /// use toolwright::{
    ///     access::{AuthenticationRequest, Credentials},
    ///     call::Origin,
    ///     transport::axum::http::{HeaderMap, HeaderValue, Method},
    /// };
    ///
    /// // What the test of an authenticator passes to it.
    /// let mut headers = HeaderMap::new();
    /// headers.insert("x-api-key", HeaderValue::from_static("key-of-ann"));
    /// let request = AuthenticationRequest::new(&Method::POST, &headers, Origin::Local);
    /// let shown = Credentials::read(request.headers).unwrap().unwrap();
    /// assert!(shown.matches("key-of-ann"));
    /// ```
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
    fn is_ready(&self) -> BoxFuture<'_, bool> {
        Box::pin(std::future::ready(true))
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

/// Lets requests without credentials in, beside another authenticator that checks those with some.
/// They have no identity, and all rights. Where other machines can reach the server, they are not let
/// in.
///
/// ```
/// use toolwright::{access::AllowUnknown, prelude::*};
///
/// let server = Server::new("demo").authenticate(AllowUnknown);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowUnknown;

impl Authenticator for AllowUnknown {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        let answer = match Credentials::read(request.headers) {
            Ok(None) => Ok(None),
            Ok(Some(_)) => Err(AuthenticationError::Unrecognized),
            Err(error) => Err(error.into()),
        };
        Box::pin(std::future::ready(answer))
    }

    fn admits_unknown(&self) -> bool {
        true
    }
}

/// The document of RFC 9728 that tells clients which authorization servers issue tokens for this
/// server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ResourceMetadata {
    /// The address of this server, as clients know it.
    pub resource: String,
    /// The issuers whose tokens are accepted.
    pub authorization_servers: Vec<String>,
    /// The scopes that tokens may have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scopes_supported: Vec<String>,
    /// How tokens are sent: in the header `Authorization` alone.
    pub bearer_methods_supported: [&'static str; 1],
}

impl ResourceMetadata {
    /// The path of the document, before the path of the resource.
    pub(crate) const PATH: &str = "/.well-known/oauth-protected-resource";

    /// Creates the document of the server at `resource`, for tokens of `issuer`.
    ///
    /// ```
    /// use toolwright::access::ResourceMetadata;
    ///
    /// let document = ResourceMetadata::new("https://tools.example.com/mcp", "https://login.example.com");
    /// assert_eq!(document.authorization_servers, ["https://login.example.com"]);
    /// ```
    pub fn new(resource: impl Into<String>, issuer: impl Into<String>) -> Self {
        Self {
            resource: resource.into(),
            authorization_servers: vec![issuer.into()],
            scopes_supported: Vec::new(),
            bearer_methods_supported: ["header"],
        }
    }

    /// Returns the address of the document: the path of the resource follows the well-known one.
    pub(crate) fn address(&self) -> String {
        let (origin, _) = self.split();
        origin.to_owned() + &self.path()
    }

    /// Returns the path of the document.
    pub(crate) fn path(&self) -> String {
        let (_, path) = self.split();
        format!("{}{}", Self::PATH, path.trim_end_matches('/'))
    }

    /// Splits the address of the resource into its origin and its path.
    fn split(&self) -> (&str, &str) {
        let start = self.resource.find("://").map_or(0, |at| at + 3);
        let end = self.resource[start..].find(['/', '?']).map(|at| start + at);
        let end = end.unwrap_or(self.resource.len());
        let (origin, rest) = self.resource.split_at(end);
        (origin, rest.split('?').next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_resource_follows_the_well_known_one() {
        let address = |resource: &str| ResourceMetadata::new(resource, "https://id.test").address();
        let expected = "https://a.test:1/.well-known/oauth-protected-resource";
        assert_eq!(address("https://a.test:1"), expected);
        assert_eq!(address("https://a.test:1/"), expected);
        assert_eq!(address("https://a.test:1/mcp"), format!("{expected}/mcp"));
    }
}
