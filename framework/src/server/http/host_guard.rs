//! [`HostGuard`]: refuses requests with a foreign `Host` or `Origin` header.
//!
//! This protects a local server from DNS rebinding. A web page can let its own name resolve to
//! 127.0.0.1 and then call the server from the browser. The browser sends that name in `Host` and
//! the page in `Origin`, so both are checked on every request.

use std::sync::{Arc, OnceLock};

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header, uri::Authority};

use super::options::HttpOptions;
use crate::core::{Caller, Identity, Origin};

/// The names of this machine.
const OWN: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The headers that proxies add to the requests that they pass on.
const PROXY_HEADERS: [&str; 12] = [
    "cdn-loop",
    "cf-connecting-ip",
    "client-ip",
    "fastly-client-ip",
    "fly-client-ip",
    "forwarded",
    "true-client-ip",
    "via",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "x-real-ip",
];
/// The beginning of further ones, such as `X-Forwarded-For` and `X-Forwarded-Host`.
const PROXY_PREFIXES: [&str; 2] = ["x-forwarded", "x-original-"];

/// The allowed hosts and origins.
#[derive(Debug)]
pub(super) struct HostGuard {
    /// The `Host` header that was allowed first. Most requests have the same.
    usual: OnceLock<HeaderValue>,
    hosts: Vec<String>,
    origins: Vec<String>,
}

/// The refusal of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HostRefusal {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

impl HostRefusal {
    const fn forbidden(message: String) -> Self {
        Self {
            status: StatusCode::FORBIDDEN,
            message,
        }
    }
}

impl HostGuard {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let own = OWN.into_iter().chain([options.host.as_str()]);
        let named = options.allowed_hosts.iter().map(String::as_str);
        let plain = |host: &str| host.trim_matches(['[', ']']).to_ascii_lowercase();
        let origins = options
            .allowed_origins
            .iter()
            .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase());
        Self {
            usual: OnceLock::new(),
            hosts: own.chain(named).map(plain).collect(),
            origins: origins.collect(),
        }
    }

    /// Checks the `Host` and `Origin` headers of a request. A header that is there twice is refused:
    /// a proxy might have checked the other one.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), HostRefusal> {
        let host = only(headers, &header::HOST)?;
        if host.is_none() || host != self.usual.get() {
            self.check_host(host)?;
        }
        match only(headers, &header::ORIGIN)?.map(text) {
            Some(origin) if !self.knows_origin(origin, host.map(text)) => {
                Err(HostRefusal::forbidden(format!(
                    "the origin `{origin}` is not an allowed origin of this server: \
                 `--allow-origin` or `TOOLWRIGHT_ALLOWED_ORIGINS` allows it"
                )))
            }
            _ => Ok(()),
        }
    }

    fn check_host(&self, header: Option<&HeaderValue>) -> Result<(), HostRefusal> {
        let host = header.map(text).unwrap_or_default();
        if !self.knows_host(host) {
            return Err(HostRefusal::forbidden(format!(
                "the host `{host}` is not an allowed host of this server: \
                 `--allow-host` or `TOOLWRIGHT_ALLOWED_HOSTS` allows it"
            )));
        }
        // A copy: the header shares the buffer of its connection.
        if let Ok(header) = HeaderValue::from_str(host) {
            let _ = self.usual.set(header);
        }
        Ok(())
    }

    fn knows_host(&self, host: &str) -> bool {
        let (name, port) = name_and_port(host);
        port.bytes().all(|byte| byte.is_ascii_digit()) && self.is_host(name)
    }

    /// Whether pages of `origin` may send requests to `host`: those of the server itself, and those
    /// that are allowed. A page at another port of this machine is somebody else's.
    fn knows_origin(&self, origin: &str, host: Option<&str>) -> bool {
        let mut allowed = self.origins.iter();
        allowed.any(|allowed| allowed.eq_ignore_ascii_case(origin))
            || host.is_some_and(|host| is_same_origin(origin, host))
    }

    fn is_host(&self, host: &str) -> bool {
        let host = host.trim_matches(['[', ']']);
        self.hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(host))
    }
}

/// Whether a page of `origin` came from the server that is called `host`. Whether that is reached
/// through TLS is up to a proxy, so the scheme only tells the port that is left out.
fn is_same_origin(origin: &str, host: &str) -> bool {
    let default_port = match origin.parse::<Uri>() {
        Ok(uri) if uri.scheme_str() == Some("https") => 443,
        Ok(uri) if uri.scheme_str() == Some("http") => 80,
        _ => return false,
    };
    let Some((_, authority)) = origin.split_once("://") else {
        return false;
    };
    let parts = |text: &str| {
        let authority = text.parse::<Authority>().ok()?;
        // A text that is not all of a name and a port has more in it, such as a user.
        let port = match authority.as_str().strip_prefix(authority.host())? {
            "" => default_port,
            port => port.strip_prefix(':')?.parse::<u16>().ok()?,
        };
        Some((authority.host().to_ascii_lowercase(), port))
    };
    let of_origin = parts(authority);
    of_origin.is_some() && of_origin == parts(host)
}

/// Returns whether a request on loopback was made on this machine as far as its headers tell. One
/// that a proxy passes on usually says so, or names another host.
pub(super) fn is_direct(headers: &HeaderMap) -> bool {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.unwrap_or_default();
    let name = name_and_port(host).0.trim_matches(['[', ']']);
    OWN.iter().any(|own| own.eq_ignore_ascii_case(name)) && !headers.keys().any(is_of_proxy)
}

/// Whether a proxy adds the header `name`.
fn is_of_proxy(name: &HeaderName) -> bool {
    let name = name.as_str();
    // Most headers begin with another letter, and are not compared.
    matches!(
        name.as_bytes().first(),
        Some(b'c' | b'f' | b't' | b'v' | b'x')
    ) && (PROXY_HEADERS.contains(&name)
        || PROXY_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}

/// Returns who makes a request, and its origin as its headers tell.
pub(super) fn caller_of(
    headers: &HeaderMap,
    origin: Origin,
    identity: Option<Arc<Identity>>,
) -> (Caller, Origin) {
    let origin = origin_of(headers, origin, identity.as_ref());
    let caller = identity.map_or_else(|| Caller::of(origin), Caller::from);
    (caller, origin)
}

/// Returns the origin of a request, as its headers tell. Who proved who they are may use a proxy.
pub(super) fn origin_of(
    headers: &HeaderMap,
    origin: Origin,
    identity: Option<&Arc<Identity>>,
) -> Origin {
    match identity.is_some() || is_direct(headers) {
        true => origin,
        false => origin.through_proxy(),
    }
}

/// Splits a `Host` header into the name and the port, which is empty if there is none.
fn name_and_port(host: &str) -> (&str, &str) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, ""),
    }
}

/// Returns the value of a header.
///
/// # Errors
/// When the header is there twice.
fn only<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a HeaderValue>, HostRefusal> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(HostRefusal {
            status: StatusCode::BAD_REQUEST,
            message: format!("the header `{name}` is repeated"),
        });
    }
    Ok(first)
}

/// Returns the text of a header, which is empty if it is not text.
fn text(value: &HeaderValue) -> &str {
    value.to_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(host: &str, origin: Option<&str>) -> bool {
        let mut options = HttpOptions::default();
        options.allowed_hosts.push("mcp.example.com".into());
        options
            .allowed_origins
            .push("https://console.example.com/".into());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        HostGuard::new(&options).check(&headers).is_ok()
    }

    #[test]
    fn a_request_that_a_proxy_passed_on_is_not_direct() {
        let direct = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "[::1]:8080".parse().unwrap());
            headers.insert(name, value.parse().unwrap());
            is_direct(&headers)
        };
        assert!(direct("accept", "*/*"));
        assert!(direct("host", "LOCALHOST:80"));
        assert!(!direct("host", "mcp.example.com"));
        assert!(!direct("host", ""));
        let others = [
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded",
            "x-original-host",
        ];
        for name in PROXY_HEADERS.into_iter().chain(others) {
            assert!(!direct(name, "192.0.2.1"), "{name}");
        }
    }

    #[test]
    fn only_allowed_hosts_and_origins_pass() {
        assert!(allows("127.0.0.1:8080", None));
        assert!(allows("localhost:3000", Some("http://localhost:3000")));
        assert!(allows("LOCALHOST", Some("http://localhost")));
        assert!(allows("mcp.example.com", Some("https://mcp.example.com")));
        assert!(allows(
            "mcp.example.com",
            Some("https://mcp.example.com:443")
        ));
        assert!(!allows("localhost:8080", Some("http://localhost:3000")));
        assert!(!allows("localhost:8080", Some("http://localhost")));
        assert!(!allows("localhost:8080", Some("http://127.0.0.1:8080")));
        assert!(!allows(
            "127.0.0.1:8080",
            Some("http://127.0.0.1:8080.evil.com")
        ));
        assert!(!allows(
            "127.0.0.1:8080",
            Some("http://127.0.0.1:8080@evil.com")
        ));
        assert!(!allows(
            "127.0.0.1:8080",
            Some("http://127.0.0.1:8080/path")
        ));
        assert!(!allows("127.0.0.1:8080", Some("ftp://127.0.0.1:8080")));
        assert!(allows("[::1]:8080", Some("http://[::1]:8080")));
        assert!(allows("MCP.example.com", None));
        assert!(allows("localhost", Some("https://console.example.com")));
        assert!(!allows("evil.example.com", None));
        assert!(!allows("localhost.evil.example.com", None));
        assert!(!allows("localhost", Some("http://evil.example.com")));
        assert!(!allows("localhost", Some("null")));
        assert!(!allows("", None));
        assert!(!allows("localhost:80@evil.example.com", None));
        assert!(!allows("someone@localhost", None));
        assert!(allows("[::1]", None));
        assert!(!allows("localhost", Some("http://console.example.com")));
    }
}
