//! [`GuardedHttp`]: sends the requests of rmcp with the guarded HTTP client.

use std::time::{Duration, Instant};

use axum::http::Response;
use reqwest::{Body, Request, Url};
use rmcp::transport::auth::{OAuthHttpClient, OAuthHttpClientFuture, OAuthHttpRequest};
use tokio::net::lookup_host;
use toolwright_http::{AddressPolicy, HttpClient, RequestLimits};

/// The longest document of an authorization server, in bytes.
const MAX_BODY: usize = 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(30);

/// Sends the requests of rmcp with the guarded HTTP client. It follows no redirects.
pub(super) struct GuardedHttp(HttpClient);

impl GuardedHttp {
    /// Creates one for the logins of a server. A server on the internet must not make this process
    /// send requests to private addresses; one with a private address may.
    pub(super) async fn for_server(url: &Url) -> Self {
        let policy = match is_private(url).await {
            true => AddressPolicy::ANY,
            false => AddressPolicy::PUBLIC,
        };
        Self(HttpClient::new(policy, 0))
    }
}

/// Whether a host has addresses and all of them are private. One whose name cannot be resolved is not: its
/// owner decides when it can.
async fn is_private(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let port = url.port_or_known_default().unwrap_or(443);
    let found = lookup_host((host, port)).await;
    found.is_ok_and(|found| {
        let mut addresses = found.peekable();
        addresses.peek().is_some()
            && addresses.all(|address| !AddressPolicy::PUBLIC.allows(address.ip()))
    })
}

impl OAuthHttpClient for GuardedHttp {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(async move {
            let time = request.timeout.map_or(TIMEOUT, |time| time.min(TIMEOUT));
            let (parts, body) = request.request.into_parts();
            let mut sent = Request::new(parts.method, parts.uri.to_string().parse()?);
            *sent.headers_mut() = parts.headers;
            if !body.is_empty() {
                *sent.body_mut() = Some(Body::from(body));
            }
            let limits = RequestLimits {
                most_bytes: MAX_BODY,
                deadline: Instant::now() + time,
            };
            let received = self.0.send(sent, limits).await?;
            let mut response = Response::new(received.body.to_vec());
            *response.status_mut() = received.status;
            *response.headers_mut() = received.headers;
            Ok(response)
        })
    }
}
