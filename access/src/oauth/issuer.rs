//! [`Issuer`]: an authorization server, which publishes its keys.
//!
//! An [`IssuerError`] says why the keys of an issuer cannot be read.

use std::time::{Duration, Instant};

use reqwest::{
    Method, Request,
    header::{ACCEPT, HeaderValue},
};
use serde::{Deserialize, de::DeserializeOwned};
use toolwright_http::{
    AddressPolicy, HttpClient, HttpError, HttpResponse, RequestLimits, has_credentials,
    missing_cpu_feature,
};
use url::{Host, Url};

use super::key_set::KeySet;

/// The largest document of an issuer.
const MAX_BYTES: usize = 256 * 1024;
/// How long all requests for the keys may take together.
const TIMEOUT: Duration = Duration::from_secs(5);

/// An authorization server, which publishes its keys.
#[derive(Debug)]
pub(super) struct Issuer {
    name: String,
    client: HttpClient,
}

/// The part of the metadata of RFC 8414 and of OpenID that is needed here.
#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: String,
}

impl Issuer {
    /// Takes the issuer as tokens name it, which is also its address. An administrator chose it, so
    /// it may be on this machine or in a private network.
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            client: HttpClient::new(AddressPolicy::ANY, 0),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns why tokens of this issuer cannot be checked, if that is known beforehand.
    pub(super) fn problem(&self) -> Option<String> {
        if let Some(feature) = missing_cpu_feature() {
            return Some(format!("tokens need a processor with `{feature}`"));
        }
        let problem = check(&self.name).err()?;
        Some(format!("`{}` cannot be an issuer: {problem}", self.name))
    }

    /// Fetches the keys, from the address that the metadata of the issuer names.
    pub(super) async fn fetch_keys(&self) -> Result<KeySet, IssuerError> {
        let deadline = Instant::now() + TIMEOUT;
        let metadata = self.discover(deadline).await?;
        let keys = self.get(checked(&metadata.jwks_uri)?, deadline).await?;
        let set = KeySet::parse(&keys.body).map_err(|source| unreadable(&keys, source))?;
        match set.len() {
            0 => Err(IssuerError::NoKeys),
            _ => Ok(set),
        }
    }

    /// Asks the well-known addresses in turn for the metadata.
    async fn discover(&self, deadline: Instant) -> Result<Metadata, IssuerError> {
        let mut missing = None;
        for url in well_known(&checked(&self.name)?) {
            match self.get(url, deadline).await {
                Ok(response) => return self.metadata(&response),
                Err(error @ IssuerError::Status { .. }) => missing = missing.or(Some(error)),
                Err(error) => return Err(error),
            }
        }
        Err(missing.unwrap_or(IssuerError::NoKeys))
    }

    fn metadata(&self, response: &HttpResponse) -> Result<Metadata, IssuerError> {
        let metadata: Metadata = parse(response)?;
        if metadata.issuer != self.name {
            return Err(IssuerError::OtherIssuer(metadata.issuer));
        }
        Ok(metadata)
    }

    async fn get(&self, url: Url, deadline: Instant) -> Result<HttpResponse, IssuerError> {
        let mut request = Request::new(Method::GET, url);
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert(ACCEPT, json);
        let limits = RequestLimits {
            most_bytes: MAX_BYTES,
            deadline,
        };
        let response = self.client.send(request, limits).await?;
        if response.status.is_success() {
            return Ok(response);
        }
        Err(IssuerError::Status {
            address: response.url.to_string(),
            status: response.status.as_u16(),
        })
    }
}

/// Checks that a text can be the address of an issuer.
///
/// # Errors
/// Says what was expected.
pub fn check(issuer: &str) -> Result<(), &'static str> {
    address(issuer).map(drop)
}

/// Reads an address of the issuer. Keys that somebody could change on their way prove nothing, so
/// other machines need HTTPS.
fn address(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).map_err(|_| "expected a URL, `https://…`")?;
    if url.cannot_be_a_base() || has_credentials(&url) || url.fragment().is_some() {
        return Err("expected a URL without a user, a password or a fragment");
    }
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_local => Ok(url),
        _ => Err("expected `https://…`; `http://` is for this machine alone"),
    }
}

fn checked(text: &str) -> Result<Url, IssuerError> {
    address(text).map_err(|problem| IssuerError::Address {
        address: text.to_owned(),
        problem,
    })
}

/// Returns the addresses of the metadata, in the order of the MCP specification: RFC 8414, OpenID
/// with the path of the issuer at the end, and OpenID with it at the start.
fn well_known(issuer: &Url) -> Vec<Url> {
    let path = issuer.path().trim_end_matches('/');
    let mut paths = vec![
        format!("/.well-known/oauth-authorization-server{path}"),
        format!("/.well-known/openid-configuration{path}"),
        format!("{path}/.well-known/openid-configuration"),
    ];
    paths.dedup();
    let with_path = |path: String| {
        let mut url = issuer.clone();
        url.set_path(&path);
        url
    };
    paths.into_iter().map(with_path).collect()
}

fn parse<T: DeserializeOwned>(response: &HttpResponse) -> Result<T, IssuerError> {
    let parsed = serde_json::from_slice(&response.body);
    parsed.map_err(|source| unreadable(response, source))
}

fn unreadable(response: &HttpResponse, source: serde_json::Error) -> IssuerError {
    IssuerError::Document {
        address: response.url.to_string(),
        source,
    }
}

/// The error of reading the keys of an issuer, for the log and the doctor.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("`{address}` answered {status}")]
    Status { address: String, status: u16 },
    #[error("`{address}` is not the document that was expected: {source}")]
    Document {
        address: String,
        source: serde_json::Error,
    },
    /// Another issuer could give out the keys of this one otherwise (RFC 8414, section 3.3).
    #[error("the issuer calls itself `{0}`: it must be configured with the same text")]
    OtherIssuer(String),
    #[error("`{address}` cannot have the keys: {problem}")]
    Address {
        address: String,
        problem: &'static str,
    },
    #[error("the issuer has no key that signs with RS256, PS256, ES256, ES384 or EdDSA")]
    NoKeys,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metadata_is_at_well_known_addresses() {
        let addresses = |issuer: &str| -> Vec<String> {
            let found = well_known(&address(issuer).unwrap());
            found.into_iter().map(String::from).collect()
        };
        let plain = [
            "https://id.test/.well-known/oauth-authorization-server",
            "https://id.test/.well-known/openid-configuration",
        ];
        assert_eq!(addresses("https://id.test"), plain);
        assert_eq!(addresses("https://id.test/"), plain);
        assert_eq!(
            addresses("https://id.test/realms/a"),
            [
                "https://id.test/.well-known/oauth-authorization-server/realms/a",
                "https://id.test/.well-known/openid-configuration/realms/a",
                "https://id.test/realms/a/.well-known/openid-configuration",
            ]
        );
    }

    #[test]
    fn other_machines_need_https() {
        for good in [
            "https://id.test",
            "https://10.0.0.1:8443/a",
            "http://localhost:8080",
            "http://127.0.0.1:1",
            "http://[::1]:1/a",
        ] {
            assert_eq!(Issuer::new(good.to_owned()).problem(), None);
        }
        for bad in [
            "",
            "id.test",
            "http://id.test",
            "http://10.0.0.1",
            "http://localhost.id.test",
            "https://a:b@id.test",
            "https://id.test/#a",
            "mailto:a@id.test",
            "file:///keys",
        ] {
            let problem = Issuer::new(bad.to_owned()).problem().unwrap();
            assert!(
                problem.contains("cannot be an issuer: expected"),
                "{problem}"
            );
        }
    }
}
