//! [`HttpEndpoint`]: the address of a server over HTTP; what all transports over HTTP read from a response.

use std::sync::Arc;

use reqwest::{
    Response, Url,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
};
use toolwright_http::{AddressPolicy, HttpClient, HttpError, refuse_own};

use super::{authorize::Authorize, error::ConnectionError};

/// The address of a server over HTTP, and what is sent with each request.
///
/// ```
/// use toolwright::client::HttpEndpoint;
///
/// let endpoint = HttpEndpoint::new("https://tickets.example.com/mcp")?.bearer("secret")?;
/// # Ok::<(), toolwright::client::ConnectionError>(())
/// ```
#[derive(Clone)]
pub struct HttpEndpoint {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) is_public: bool,
    pub(super) authorize: Option<Arc<dyn Authorize>>,
}

impl std::fmt::Debug for HttpEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The values may be secrets, and so may be the query.
        let headers: Vec<_> = self.headers.keys().collect();
        f.debug_struct("HttpEndpoint")
            .field("host", &self.url.host_str())
            .field("headers", &headers)
            .finish()
    }
}

impl HttpEndpoint {
    /// Parses the address: `http://…` or `https://…`.
    ///
    /// # Errors
    /// [`ConnectionError::Unreachable`] if it is no such address.
    pub fn new(url: &str) -> Result<Self, ConnectionError> {
        let parsed = Url::parse(url).ok();
        let parsed = parsed.filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = parsed.ok_or_else(|| {
            let why = "the address must begin with `http://` or `https://`";
            ConnectionError::Unreachable(why.to_owned())
        })?;
        Ok(Self {
            url,
            headers: HeaderMap::new(),
            is_public: false,
            authorize: None,
        })
    }

    /// Adds a header to every request.
    ///
    /// # Errors
    /// [`ConnectionError::Unreachable`] if the name or the value cannot be those of a header.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, ConnectionError> {
        let wrong = || ConnectionError::Unreachable(format!("the header `{name}` is not valid"));
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
        let mut value = HeaderValue::from_str(value).map_err(|_| wrong())?;
        value.set_sensitive(true);
        self.headers.insert(key, value);
        Ok(self)
    }

    /// Adds `Authorization: Bearer …` to every request.
    ///
    /// # Errors
    /// [`ConnectionError::Unreachable`] if the token has characters that a header cannot have.
    pub fn bearer(self, token: &str) -> Result<Self, ConnectionError> {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// Sets what gives each request its token, as
    /// [`authorized_by`](crate::client::ClientBuilder::authorized_by) does for a client.
    #[must_use]
    pub fn authorized_by(mut self, authorize: Arc<dyn Authorize>) -> Self {
        self.authorize = Some(authorize);
        self
    }

    /// Refuses addresses of private networks, for an address that a stranger chose.
    #[doc(hidden)]
    #[must_use]
    pub const fn public_only(mut self) -> Self {
        self.is_public = true;
        self
    }

    /// Refuses an address of this very process. A server that offers what it finds there would call
    /// itself without end.
    ///
    /// # Errors
    /// [`ConnectionError::Unreachable`] if it is one.
    #[doc(hidden)]
    pub async fn refuse_own(&self) -> Result<(), ConnectionError> {
        let refused = refuse_own(&self.url).await;
        refused.map_err(|error| unreachable(&error))
    }

    /// Returns a client for this address. It follows no redirects: the headers are for this server
    /// alone.
    pub(super) fn client(&self) -> HttpClient {
        let policy = match self.is_public {
            true => AddressPolicy::PUBLIC,
            false => AddressPolicy::ANY,
        };
        HttpClient::new(policy, 0)
    }
}

/// Reads a body of at most `limit` bytes.
pub(super) async fn read_body(
    mut response: Response,
    limit: usize,
) -> Result<Vec<u8>, ConnectionError> {
    let mut body = Vec::new();
    let broken = |error: reqwest::Error| ConnectionError::Lost(cause(&error));
    while let Some(piece) = response.chunk().await.map_err(broken)? {
        if body.len() + piece.len() > limit {
            return Err(ConnectionError::TooLarge { limit });
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

pub(super) fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

pub(super) fn unreachable(error: &HttpError) -> ConnectionError {
    match error {
        HttpError::Broken { .. } => ConnectionError::Lost(error.to_string()),
        other => ConnectionError::Unreachable(other.to_string()),
    }
}

/// Returns the innermost cause of an error, without the address.
pub(super) fn cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}
