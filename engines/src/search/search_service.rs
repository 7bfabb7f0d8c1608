//! [`SearchService`]: which service is asked, parsed from an address and a key.

use toolwright_http::{ApiKey, has_credentials};
use url::Url;

use super::{backend::SearchBackend, brave::Brave, searxng::Searxng, tavily::Tavily};

const BRAVE: &str = "https://api.search.brave.com/res/v1/web/search";
const TAVILY: &str = "https://api.tavily.com/search";

/// Why an address and a key do not name a service.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// The address is invalid.
    #[error(
        "expected the address of a SearXNG server, `brave` or `tavily` (or `searxng+`, `brave+` or `tavily+` and an address)"
    )]
    Address,
    /// The service needs a key.
    #[error("`{0}` needs a key")]
    KeyMissing(&'static str),
    /// The key cannot be sent in a header.
    #[error("expected a key of visible ASCII characters")]
    Key,
}

/// Which search service is asked, and with which key. It is plain data: [`Self::backend`] builds
/// what asks it.
#[derive(Debug, Clone)]
pub struct SearchService {
    kind: ServiceKind,
    address: Url,
    key: Option<ApiKey>,
}

#[derive(Debug, Clone, Copy)]
enum ServiceKind {
    Searxng,
    Brave,
    Tavily,
}

impl SearchService {
    /// Parses the service at `address`. `brave` and `tavily` stand for themselves. A URL is that of
    /// a SearXNG server, unless its host is that of another service or a name and a `+` stand
    /// before it.
    ///
    /// # Errors
    /// If the address is invalid, or the key is missing or invalid.
    pub fn parse(address: &str, key: Option<&str>) -> Result<Self, ServiceError> {
        let (kind, address) = read(address.trim())?;
        let key = key.map(|key| ApiKey::parse(key).ok_or(ServiceError::Key));
        let key = key.transpose()?;
        match (kind, &key) {
            (ServiceKind::Brave, None) => Err(ServiceError::KeyMissing("brave")),
            (ServiceKind::Tavily, None) => Err(ServiceError::KeyMissing("tavily")),
            _ => Ok(Self { kind, address, key }),
        }
    }

    /// Creates the backend that asks the service.
    pub fn backend(self) -> Box<dyn SearchBackend> {
        let Self { kind, address, key } = self;
        match (kind, key) {
            (ServiceKind::Brave, Some(key)) => Box::new(Brave::new(address, key)),
            (ServiceKind::Tavily, Some(key)) => Box::new(Tavily::new(address, key)),
            (_, key) => Box::new(Searxng::new(address, key)),
        }
    }
}

fn read(address: &str) -> Result<(ServiceKind, Url), ServiceError> {
    let (kind, address) = match address.split_once('+') {
        Some(("searxng", rest)) => (Some(ServiceKind::Searxng), rest),
        Some(("brave", rest)) => (Some(ServiceKind::Brave), rest),
        Some(("tavily", rest)) => (Some(ServiceKind::Tavily), rest),
        _ => match address {
            "brave" => (Some(ServiceKind::Brave), BRAVE),
            "tavily" => (Some(ServiceKind::Tavily), TAVILY),
            _ => (None, address),
        },
    };
    let url = Url::parse(address).map_err(|_| ServiceError::Address)?;
    // A URL with a password would be refused at every query.
    if !matches!(url.scheme(), "http" | "https") || has_credentials(&url) {
        return Err(ServiceError::Address);
    }
    let kind = kind.unwrap_or_else(|| match url.host_str() {
        Some("api.search.brave.com") => ServiceKind::Brave,
        Some("api.tavily.com") => ServiceKind::Tavily,
        _ => ServiceKind::Searxng,
    });
    let bare = url.path() == "/";
    Ok(match kind {
        ServiceKind::Brave if bare => (kind, with_path(url, "/res/v1/web/search")),
        ServiceKind::Tavily if bare => (kind, with_path(url, "/search")),
        _ => (kind, url),
    })
}

fn with_path(mut url: Url, path: &str) -> Url {
    url.set_path(path);
    url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::backend::Query;

    fn asked(address: &str, key: Option<&str>) -> Result<String, String> {
        let service = SearchService::parse(address, key).map_err(|error| error.to_string())?;
        let backend = service.backend();
        let query = Query {
            text: "a".into(),
            limit: 3,
            recency: None,
        };
        let mut url = backend.request(&query).url().clone();
        url.set_query(None);
        Ok(format!("{} {url}", backend.name()))
    }

    const ADDRESSES: [(&str, &str); 11] = [
        (
            "http://localhost:8888",
            "searxng http://localhost:8888/search",
        ),
        (
            "http://localhost:8888/search",
            "searxng http://localhost:8888/search",
        ),
        (
            "https://a.example/searxng/",
            "searxng https://a.example/searxng/search",
        ),
        (
            "searxng+https://api.tavily.com",
            "searxng https://api.tavily.com/search",
        ),
        (
            "brave",
            "brave https://api.search.brave.com/res/v1/web/search",
        ),
        (
            "https://api.search.brave.com",
            "brave https://api.search.brave.com/res/v1/web/search",
        ),
        (
            "brave+http://127.0.0.1:9",
            "brave http://127.0.0.1:9/res/v1/web/search",
        ),
        ("brave+http://127.0.0.1:9/b", "brave http://127.0.0.1:9/b"),
        ("tavily", "tavily https://api.tavily.com/search"),
        (
            "https://api.tavily.com/search",
            "tavily https://api.tavily.com/search",
        ),
        (
            " tavily+https://a.example ",
            "tavily https://a.example/search",
        ),
    ];

    #[test]
    fn the_service_follows_from_the_address() {
        for (address, wanted) in ADDRESSES {
            assert_eq!(
                asked(address, Some("k")).as_deref(),
                Ok(wanted),
                "{address}"
            );
        }
    }

    #[test]
    fn an_address_that_names_no_service_is_refused() {
        let address = ServiceError::Address.to_string();
        for wrong in [
            "",
            "bing",
            "localhost:8888",
            "ftp://a.example",
            "http://user:pass@a.example",
            "bing+http://a.example",
        ] {
            assert_eq!(asked(wrong, None), Err(address.clone()), "{wrong}");
        }
        assert_eq!(asked("brave", None), Err("`brave` needs a key".into()));
        assert_eq!(
            asked("https://api.tavily.com", None),
            Err("`tavily` needs a key".into())
        );
        let key = "expected a key of visible ASCII characters";
        assert_eq!(asked("tavily", Some("a\nb")), Err(key.into()));
    }

    #[test]
    fn the_key_is_never_shown() {
        for address in ["brave", "tavily", "http://localhost:8888"] {
            let service = SearchService::parse(address, Some("s3cret")).unwrap();
            let named = format!("{service:?}");
            let backend = service.backend();
            let query = Query {
                text: "a".into(),
                limit: 3,
                recency: None,
            };
            let shown = format!("{named} {:?} {backend:?}", backend.request(&query));
            assert!(!shown.contains("s3cret"), "{shown}");
        }
    }
}
