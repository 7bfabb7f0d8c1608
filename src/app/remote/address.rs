//! [`ServerAddress`]: where a server is, and where its endpoints are.

use toolwright_http::has_credentials;
use url::{Host, Url};

const MCP: &str = "/mcp";
const API: [&str; 2] = ["api", "v1"];

/// The address of a server: its root, or its MCP endpoint.
#[derive(Debug, Clone)]
pub(super) struct ServerAddress(Url);

impl ServerAddress {
    /// Parses an address.
    ///
    /// # Errors
    /// Says which form is expected.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            "expected the address of a server, as in `https://tools.example.com` or \
             `http://127.0.0.1:8080`"
                .to_owned()
        };
        let mut url = Url::parse(text.trim()).map_err(|_| wrong())?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(wrong());
        }
        if has_credentials(&url) {
            return Err("an address has no password: the key is in TOOLWRIGHT_API_KEY".to_owned());
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(wrong());
        }
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self(url))
    }

    /// Returns whether nobody on the way can read what is sent: it is encrypted, or stays on this
    /// machine.
    pub(super) fn is_confidential(&self) -> bool {
        let is_loopback = match self.0.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => false,
        };
        self.0.scheme() == "https" || is_loopback
    }

    /// Returns the MCP endpoint: the path of the address, or `/mcp` if it has none.
    pub(super) fn mcp(&self) -> Url {
        let mut url = self.0.clone();
        if url.path() == "/" {
            url.set_path(MCP);
        }
        url
    }

    /// Returns the URL of a path of the REST API.
    pub(super) fn api(&self, path: &[&str]) -> Url {
        let mut url = self.0.clone();
        let root = url.path().trim_end_matches(MCP).to_owned();
        url.set_path(&root);
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(API).extend(path);
        }
        url
    }
}

impl std::fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> ServerAddress {
        ServerAddress::parse(text).unwrap()
    }

    #[test]
    fn an_address_is_the_root_or_the_endpoint() {
        for (text, mcp, api) in [
            ("http://a:1", "http://a:1/mcp", "http://a:1/api/v1/tools/x"),
            ("http://a:1/", "http://a:1/mcp", "http://a:1/api/v1/tools/x"),
            ("https://a/mcp", "https://a/mcp", "https://a/api/v1/tools/x"),
            (
                "https://a/b/mcp/",
                "https://a/b/mcp",
                "https://a/b/api/v1/tools/x",
            ),
            ("https://a/b", "https://a/b", "https://a/b/api/v1/tools/x"),
        ] {
            let address = address(text);
            assert_eq!(address.mcp().as_str(), mcp);
            assert_eq!(address.api(&["tools", "x"]).as_str(), api);
        }
    }

    #[test]
    fn a_name_cannot_leave_its_place_in_the_path() {
        let url = address("http://a").api(&["tools", "../../mcp?x#y"]);
        assert_eq!(url.as_str(), "http://a/api/v1/tools/..%2F..%2Fmcp%3Fx%23y");
        let url = address("http://a").api(&["tools", "..", "call"]);
        assert_eq!(url.as_str(), "http://a/api/v1/tools/call");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "a.example",
            "ftp://a",
            "file:///etc",
            "http://a?k=v",
            "http://a#b",
        ] {
            assert!(ServerAddress::parse(text).is_err(), "{text}");
        }
        let refused = ServerAddress::parse("https://ada:hunter2@a").unwrap_err();
        assert!(!refused.contains("hunter2"), "{refused}");
    }

    #[test]
    fn only_tls_and_loopback_are_confidential() {
        for text in [
            "https://a",
            "http://127.0.0.1:1",
            "http://[::1]",
            "http://localhost",
        ] {
            assert!(address(text).is_confidential(), "{text}");
        }
        for text in [
            "http://a",
            "http://10.0.0.1",
            "http://localhost.a",
            "http://[::2]",
        ] {
            assert!(!address(text).is_confidential(), "{text}");
        }
    }
}
