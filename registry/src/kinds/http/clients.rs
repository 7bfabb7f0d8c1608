//! [`HttpClients`]: the clients of `http` tools.

use reqwest::{Method, Request};
use toolwright_http::{
    AddressPolicy, HttpClient, HttpError, HttpResponse, RequestLimits, refuse_own,
};
use url::{Host, Url};

/// The clients of `http` tools: one for public addresses, one for the private hosts that an
/// administrator lists.
#[derive(Debug)]
pub struct HttpClients {
    public: HttpClient,
    private: HttpClient,
    private_hosts: Vec<PrivateHost>,
}

/// A host with a private address that `http` tools may reach, and its port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateHost {
    /// The name or address, as it stands in a URL.
    host: String,
    port: PrivatePort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PrivatePort {
    /// The one of the scheme: 80 or 443.
    Usual,
    Any,
    Only(u16),
}

impl PrivateHost {
    /// Reads `host`, which has the usual ports, `host:8080`, or `host:*` for all ports.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim().to_lowercase();
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
            _ => (text.as_str(), None),
        };
        let wrong =
            || format!("`{text}` is no host: expected `10.0.0.7:8080`, `[::1]:8080` or `host:*`");
        let port = match port {
            None => PrivatePort::Usual,
            Some("*") => PrivatePort::Any,
            Some(port) => PrivatePort::Only(port.parse().map_err(|_| wrong())?),
        };
        let is_bare_v6 = host.contains(':') && !host.starts_with('[');
        if host.is_empty() || is_bare_v6 || host.contains('/') {
            return Err(wrong());
        }
        Ok(Self {
            host: host.to_owned(),
            port,
        })
    }

    fn is_of(&self, url: &Url) -> bool {
        let is_port = match self.port {
            PrivatePort::Usual => url.port().is_none(),
            PrivatePort::Any => true,
            PrivatePort::Only(port) => url.port_or_known_default() == Some(port),
        };
        is_port && url.host_str() == Some(self.host.as_str())
    }
}

impl HttpClients {
    /// Creates the clients.
    pub fn new(private_hosts: Vec<PrivateHost>) -> Self {
        Self {
            public: HttpClient::new(AddressPolicy::PUBLIC, 0),
            private: HttpClient::new(AddressPolicy::ANY, 0),
            private_hosts,
        }
    }

    /// Returns whether the host is a name, or an address of the public internet.
    pub(super) fn is_public(&self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Ipv4(address)) => AddressPolicy::PUBLIC.allows(address.into()),
            Some(Host::Ipv6(address)) => AddressPolicy::PUBLIC.allows(address.into()),
            _ => true,
        }
    }

    /// Returns whether an administrator lists the host.
    pub(super) fn is_listed(&self, url: &Url) -> bool {
        self.private_hosts.iter().any(|listed| listed.is_of(url))
    }

    /// Fetches a document that an admin asks for.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn fetch(&self, url: Url, limits: RequestLimits) -> Result<HttpResponse, HttpError> {
        self.send(Request::new(Method::GET, url), limits).await
    }

    /// Sends a request by the client for its host.
    pub(super) async fn send(
        &self,
        request: Request,
        limits: RequestLimits,
    ) -> Result<HttpResponse, HttpError> {
        // An author could let the server change itself, since it trusts who calls from its machine.
        refuse_own(request.url()).await?;
        match self.is_listed(request.url()) {
            true => self.private.send(request, limits).await,
            false => self.public.send(request, limits).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_host_has_a_port() {
        let listed = |entry: &str, url: &str| {
            let host = PrivateHost::parse(entry).unwrap();
            HttpClients::new(vec![host]).is_listed(&Url::parse(url).unwrap())
        };
        assert!(listed("10.0.0.7", "http://10.0.0.7/a") && listed("10.0.0.7", "https://10.0.0.7"));
        assert!(!listed("10.0.0.7", "http://10.0.0.7:8080"));
        assert!(listed("Inner.Example:8080", "http://inner.example:8080"));
        assert!(!listed("inner.example:8080", "http://inner.example"));
        assert!(listed("[::1]:*", "http://[::1]:9") && listed("[::1]", "http://[::1]"));
        assert!(listed("10.0.0.7:443", "https://10.0.0.7"));
        for wrong in ["", ":80", "::1", "a:b", "a:99999", "http://a"] {
            assert!(PrivateHost::parse(wrong).is_err(), "{wrong}");
        }
    }
}
