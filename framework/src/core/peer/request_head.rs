//! [`RequestHead`]: the head of the HTTP request that a call came with.

use std::net::IpAddr;

use axum::http::{Extensions, HeaderMap, Method, Uri, request::Parts};

use super::caller::Origin;

/// The head of the HTTP request that a call came with: its headers, its sender, and what a tower
/// layer has added to it.
///
/// [`Context::request`](crate::Context::request) returns it. The headers are those that the client
/// sent: they prove nothing about the client, unless something in front of the server sets them.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// The user that a tower layer has found.
/// #[derive(Clone)]
/// struct User(String);
///
/// /// Greet the user.
/// #[tool]
/// async fn greet(ctx: Context) -> String {
///     match ctx.request().and_then(|request| request.extension::<User>()) {
///         Some(User(name)) => format!("Hello {name}"),
///         None => "Hello".into(),
///     }
/// }
/// ```
#[derive(Debug, Clone)]
pub struct RequestHead {
    parts: Parts,
    origin: Origin,
}

impl RequestHead {
    /// Creates the head of a request that came from `origin`.
    ///
    /// ```
    /// use toolwright::{call::{Origin, RequestHead}, transport::axum::http::Request};
    ///
    /// let request = Request::get("/mcp").header("x-tenant", "blue").body(()).unwrap();
    /// let head = RequestHead::new(request.into_parts().0, Origin::Local);
    /// assert_eq!(head.header("x-tenant"), Some("blue"));
    /// ```
    #[must_use]
    pub const fn new(parts: Parts, origin: Origin) -> Self {
        Self { parts, origin }
    }

    /// Returns everything but the sender.
    #[cfg(feature = "rmcp")]
    pub(crate) const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the method of the request.
    #[must_use]
    pub const fn method(&self) -> &Method {
        &self.parts.method
    }

    /// Returns the target of the request.
    #[must_use]
    pub const fn uri(&self) -> &Uri {
        &self.parts.uri
    }

    /// Returns the headers.
    #[must_use]
    pub const fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// Returns the value of a header, if it is there and readable text.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Say which program asks.
    /// #[tool]
    /// async fn agent(ctx: Context) -> Option<String> {
    ///     Some(ctx.request()?.header("user-agent")?.to_owned())
    /// }
    /// ```
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers().get(name)?.to_str().ok()
    }

    /// Returns the address of the sender: of the client, or of the proxy in front of the server.
    #[must_use]
    pub const fn address(&self) -> Option<IpAddr> {
        match self.origin {
            Origin::Address(address) | Origin::Proxy(address) => Some(address),
            Origin::Local | Origin::Host => None,
        }
    }

    /// Returns where the request comes from.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns what tower layers have added to the request.
    #[must_use]
    pub const fn extensions(&self) -> &Extensions {
        &self.parts.extensions
    }

    /// Returns the extension of type `T`.
    #[must_use]
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.extensions().get()
    }
}
