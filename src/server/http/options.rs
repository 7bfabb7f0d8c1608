//! How a server is reached over HTTP.

use std::time::Duration;

/// How a server is reached over HTTP. The defaults are for one machine: loopback, checked hosts and origins.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HttpOptions {
    /// The address to listen on.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Further names that requests may call this server by, beside the loopback names and `host`.
    pub allowed_hosts: Vec<String>,
    /// Further origins of web pages that may call, as `https://example.com`.
    pub allowed_origins: Vec<String>,
    /// Listen on addresses that others can reach, though nobody has to prove who they are.
    pub insecure: bool,
    /// Serve the transport of 2024-11-05 at `/sse` and `/messages`.
    pub legacy_sse: bool,
    /// How long a connection may take to send the head of a request; up to twice that before it is noticed.
    pub head_timeout: Duration,
    /// The largest request, in bytes.
    pub max_body: usize,
    /// How long a request's body may take to arrive.
    pub body_timeout: Duration,
    /// The most sessions at once.
    pub max_sessions: usize,
    /// How long a session may be silent before it is freed.
    pub session_idle: Duration,
    /// The most connections at once; more wait.
    pub max_connections: usize,
    /// How often a silent stream shows that it is alive.
    pub keep_alive: Duration,
    /// How long running calls may take to finish when the server is told to stop.
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
