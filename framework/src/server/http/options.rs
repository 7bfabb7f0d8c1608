//! [`HttpOptions`]: the settings of the HTTP transport.

use std::time::Duration;

/// The settings of the HTTP transport, for
/// [`BuiltServer::serve_http`](crate::BuiltServer::serve_http).
///
/// The defaults are safe on a developer's machine: the server listens on loopback only, and
/// requests with a foreign `Host` or `Origin` are refused.
///
/// ```
/// use std::time::Duration;
/// use toolwright::transport::HttpOptions;
///
/// let mut options = HttpOptions::default();
/// options.port = 0;
/// options.allowed_hosts.push("mcp.example.com".into());
/// options.session_idle = Duration::from_secs(60);
/// assert_eq!(options.host, "127.0.0.1");
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HttpOptions {
    /// The host name or address to listen on.
    pub host: String,
    /// The port to listen on; 0 chooses a free one.
    pub port: u16,
    /// Host names that requests may use, beside `localhost`, the loopback addresses and `host`.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may send requests, for example `https://example.com`.
    pub allowed_origins: Vec<String>,
    /// Allows listening on an address that other machines can reach, without authentication.
    pub insecure: bool,
    /// Serves the HTTP+SSE transport of 2024-11-05 at `/sse` and `/messages` too.
    pub legacy_sse: bool,
    /// How long a connection may be idle or take to send the head of a request. It is closed after
    /// at most twice this time.
    pub head_timeout: Duration,
    /// The largest request body, in bytes.
    pub max_body: usize,
    /// How long a request body may take to arrive.
    pub body_timeout: Duration,
    /// The largest number of sessions at once.
    pub max_sessions: usize,
    /// How long a session may be idle before it is removed.
    pub session_idle: Duration,
    /// The largest number of connections at once. For further ones, connections without a running
    /// request are closed; if there are none, they get the status 503. One address can have a half
    /// of them, and half of them can be streams that only wait for changes.
    pub max_connections: usize,
    /// The interval of keep-alive comments on a silent event stream.
    pub keep_alive: Duration,
    /// How long running calls may take to finish when the server stops.
    pub drain: Duration,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: 8080,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            insecure: false,
            legacy_sse: false,
            head_timeout: Duration::from_secs(30),
            max_body: 4 * 1024 * 1024,
            body_timeout: Duration::from_secs(30),
            max_sessions: 10_000,
            session_idle: Duration::from_secs(30 * 60),
            max_connections: 4096,
            keep_alive: Duration::from_secs(15),
            drain: Duration::from_secs(30),
        }
    }
}
