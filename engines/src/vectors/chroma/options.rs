//! [`ChromaOptions`]: the address of a server, the database and the token.

use reqwest::Request;
use toolwright_http::ApiKey;
use url::Url;

/// The address of a server, the database and the token.
#[derive(Debug, Clone)]
pub struct ChromaOptions {
    address: Url,
    pub tenant: String,
    pub database: String,
    /// The token that the server, or a proxy in front of it, asks for.
    pub token: Option<(TokenHeader, ApiKey)>,
}

/// The header that a token is sent in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenHeader {
    /// `Authorization: Bearer …`.
    Authorization,
    /// `X-Chroma-Token: …`.
    ChromaToken,
}

impl ChromaOptions {
    /// Uses the server at this host, which is a name or an IP address, and its default tenant and
    /// database.
    ///
    /// # Errors
    /// If the host is invalid.
    pub fn new(host: &str, port: u16, tls: bool) -> Result<Self, url::ParseError> {
        let scheme = if tls { "https" } else { "http" };
        let is_bare_v6 = host.contains(':') && !host.starts_with('[');
        let host = if is_bare_v6 {
            format!("[{host}]")
        } else {
            host.to_owned()
        };
        let address = Url::parse(&format!("{scheme}://{host}:{port}/"))?;
        // A path, a user or a query in the host would be sent along, or lost.
        if address.host_str() != Some(&host.to_lowercase()) {
            return Err(url::ParseError::IdnaError);
        }
        Ok(Self {
            address,
            tenant: "default_tenant".into(),
            database: "default_database".into(),
            token: None,
        })
    }

    /// Returns the address of the server for messages.
    pub fn origin(&self) -> String {
        self.address.origin().ascii_serialization()
    }

    /// Returns the URL with these path segments.
    pub(super) fn url(&self, segments: &[&str]) -> Url {
        self.url_of_api("v2", segments)
    }

    /// Returns the URL with these path segments in the first API, which old servers have.
    pub(super) fn url_in_first_api(&self, segments: &[&str]) -> Url {
        self.url_of_api("v1", segments)
    }

    fn url_of_api(&self, api: &str, segments: &[&str]) -> Url {
        let mut url = self.address.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.clear().extend(["api", api]).extend(segments);
        }
        url
    }

    /// Returns the URL of something in the database.
    pub(super) fn url_in_database(&self, segments: &[&str]) -> Url {
        let place = ["tenants", &self.tenant, "databases", &self.database];
        self.url(&[&place, segments].concat())
    }

    /// Returns the database for messages.
    pub(super) fn place(&self) -> String {
        format!(
            "the database `{}` of the tenant `{}`",
            self.database, self.tenant
        )
    }

    pub(in crate::vectors) fn authorize(&self, request: &mut Request) {
        match &self.token {
            Some((TokenHeader::Authorization, key)) => key.authorize(request),
            Some((TokenHeader::ChromaToken, key)) => key.add_to(request, "x-chroma-token"),
            None => {}
        }
    }

    /// Masks the token, because a server might repeat it in a message.
    pub(super) fn without_token(&self, text: &str) -> String {
        match &self.token {
            Some((_, key)) => key.mask_in(text),
            None => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(host: &str, tls: bool) -> Option<String> {
        let options = ChromaOptions::new(host, 8000, tls).ok()?;
        Some(options.url(&["heartbeat"]).to_string())
    }

    #[test]
    fn a_host_is_a_name_or_an_address() {
        for (host, tls, wanted) in [
            (
                "localhost",
                false,
                Some("http://localhost:8000/api/v2/heartbeat"),
            ),
            (
                "Chroma.Example",
                true,
                Some("https://chroma.example:8000/api/v2/heartbeat"),
            ),
            (
                "10.0.0.1",
                false,
                Some("http://10.0.0.1:8000/api/v2/heartbeat"),
            ),
            ("::1", false, Some("http://[::1]:8000/api/v2/heartbeat")),
            ("[::1]", false, Some("http://[::1]:8000/api/v2/heartbeat")),
            ("", false, None),
            ("http://localhost", false, None),
            ("localhost/path", false, None),
            ("user@localhost", false, None),
            ("local host", false, None),
        ] {
            assert_eq!(address(host, tls).as_deref(), wanted, "{host}");
        }
    }

    #[test]
    fn names_are_escaped_in_the_path() {
        let mut options = ChromaOptions::new("localhost", 8000, false).unwrap();
        options.tenant = "a/b".into();
        options.database = "..".into();
        let url = options.url_in_database(&["collections", "x?y#z"]);
        assert_eq!(
            url.path(),
            "/api/v2/tenants/a%2Fb/databases/collections/x%3Fy%23z"
        );
    }

    #[test]
    fn the_token_is_never_shown() {
        let mut options = ChromaOptions::new("localhost", 8000, false).unwrap();
        let key = ApiKey::parse("s3cret-token").unwrap();
        options.token = Some((TokenHeader::ChromaToken, key));
        assert!(!format!("{options:?}").contains("s3cret"));
        assert_eq!(options.without_token("no s3cret-token"), "no ********");
    }
}
