//! Who may call: the names a request uses for this server, and the page it comes from.
//!
//! A browser that was led to a hostile name which resolves to this machine sends that name in `Host` and its page in
//! `Origin`; both are checked on every request.

use axum::http::{HeaderMap, StatusCode, Uri, header};

use super::options::HttpOptions;

/// The hosts and origins that may call.
#[derive(Debug)]
pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

/// Why a request is refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stranger {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

impl Guard {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let own = ["localhost", "127.0.0.1", "::1", options.host.as_str()];
        let named = options.allowed_hosts.iter().map(String::as_str);
        let plain = |host: &str| host.trim_matches(['[', ']']).to_ascii_lowercase();
        let origins = options
            .allowed_origins
            .iter()
            .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase());
        Self {
            hosts: own.into_iter().chain(named).map(plain).collect(),
            origins: origins.collect(),
        }
    }

    /// Whether a request with these headers may go on.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Stranger> {
        let host = text(headers, header::HOST).unwrap_or_default();
        if !self.knows_host(host) {
            return Err(forbidden(format!(
                "the host `{host}` is not one of this server's: allow it with `--allow-host`"
            )));
        }
        match headers
            .get(header::ORIGIN)
            .map(|origin| origin.to_str().unwrap_or_default())
        {
            Some(origin) if !self.knows_origin(origin) => Err(forbidden(format!(
                "pages of `{origin}` may not call this server: allow them with `--allow-origin`"
            ))),
            _ => Ok(()),
        }
    }

    fn knows_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host, ""),
        };
        port.bytes().all(|byte| byte.is_ascii_digit()) && self.is_host(name)
    }

    fn knows_origin(&self, origin: &str) -> bool {
        if self
            .origins
            .iter()
            .any(|allowed| allowed.eq_ignore_ascii_case(origin))
        {
            return true;
        }
        origin
            .parse::<Uri>()
            .is_ok_and(|uri| uri.host().is_some_and(|host| self.is_host(host)))
    }

    fn is_host(&self, host: &str) -> bool {
        let host = host.trim_matches(['[', ']']);
        self.hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(host))
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

const fn forbidden(message: String) -> Stranger {
    Stranger {
        status: StatusCode::FORBIDDEN,
        message,
    }
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
        Guard::new(&options).check(&headers).is_ok()
    }

    #[test]
    fn only_known_names_and_pages_may_call() {
        assert!(allows("127.0.0.1:8080", None));
        assert!(allows("localhost", Some("http://localhost:3000")));
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
