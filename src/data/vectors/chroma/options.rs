//! [`ChromaOptions`]: where a server is, and how it is asked.

use reqwest::Request;
use url::Url;

use crate::data::http::ApiKey;

/// Where a server is, and how it is asked.
#[derive(Debug, Clone)]
pub(crate) struct ChromaOptions {
    address: Url,
    /// Who its data belong to.
    pub(crate) tenant: String,
    /// Which of the tenant's databases it is.
    pub(crate) database: String,
    /// What the server or a proxy before it wants to be shown.
    pub(crate) token: Option<(TokenHeader, ApiKey)>,
}

/// The header that a token is sent in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenHeader {
    /// `Authorization: Bearer …`.
    Authorization,
    /// `X-Chroma-Token: …`.
    ChromaToken,
}

impl ChromaOptions {
    /// The server at this host and port, with the tenant and the database that every server has. `host` is a name or an address.
    ///
    /// # Errors
    /// When the host is none.
    pub(crate) fn new(host: &str, port: u16, tls: bool) -> Result<Self, url::ParseError> {
        let scheme = if tls { "https" } else { "http" };
        let is_bare_v6 = host.contains(':') && !host.starts_with('[');
        let host = if is_bare_v6 {
            format!("[{host}]")
        } else {
            host.to_owned()
        };
        let address = Url::parse(&format!("{scheme}://{host}:{port}/"))?;
        // A path, a user or a query that came with the host would be sent along, or lost.
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

    /// Where the server is, for people.
    pub(crate) fn origin(&self) -> String {
        self.address.origin().ascii_serialization()
    }

    /// The address of what these path segments name.
    pub(super) fn url(&self, segments: &[&str]) -> Url {
        let mut url = self.address.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.clear().extend(["api", "v2"]).extend(segments);
        }
        url
    }

    /// The address of something in the database.
    pub(super) fn url_in_database(&self, segments: &[&str]) -> Url {
        let place = ["tenants", &self.tenant, "databases", &self.database];
        self.url(&[&place, segments].concat())
    }

    /// The database, for messages.
    pub(super) fn place(&self) -> String {
        format!(
            "the database `{}` of the tenant `{}`",
            self.database, self.tenant
        )
    }

    pub(in crate::data::vectors) fn authorize(&self, request: &mut Request) {
        match &self.token {
            Some((TokenHeader::Authorization, key)) => key.authorize(request),
            Some((TokenHeader::ChromaToken, key)) => key.add_to(request, "x-chroma-token"),
            None => {}
        }
    }

    /// A server might repeat what it was sent.
    pub(super) fn without_token(&self, text: &str) -> String {
        match &self.token {
            Some((_, key)) => key.hide_in(text),
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
                "ChromaStore.Example",
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
    fn names_cannot_leave_their_place_in_the_path() {
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
    fn nothing_shows_the_token() {
        let mut options = ChromaOptions::new("localhost", 8000, false).unwrap();
        let key = ApiKey::parse("s3cret-token").unwrap();
        options.token = Some((TokenHeader::ChromaToken, key));
        assert!(!format!("{options:?}").contains("s3cret"));
        assert_eq!(options.without_token("no s3cret-token"), "no ********");
    }
}
