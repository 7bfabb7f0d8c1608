//! [`Searxng`]: the [search API](https://docs.searxng.org/dev/search_api.html) of SearXNG, a server
//! that anybody can run and that asks many engines.

use reqwest::{Method, Request, StatusCode};
use serde::Deserialize;
use toolwright_http::ApiKey;
use url::Url;

use super::{
    backend::{ErrorResponse, Query, SearchBackend},
    hit::Hit,
};

/// The hint for status 403, which a server with default settings responds with.
const NO_JSON: &str =
    "it does not respond with JSON: add `json` to `search.formats` in its settings";

/// A SearXNG server.
#[derive(Debug)]
pub(super) struct Searxng {
    address: Url,
    key: Option<ApiKey>,
}

/// The used part of a response.
#[derive(Deserialize)]
struct SearxngResponse {
    results: Vec<SearxngPage>,
}

#[derive(Deserialize)]
struct SearxngPage {
    title: Option<String>,
    url: Option<String>,
    content: Option<String>,
    #[serde(rename = "publishedDate")]
    published: Option<String>,
}

impl Searxng {
    /// Uses the server at this address, or at its `/search`. A key is meant for a proxy in front of
    /// it.
    pub(super) fn new(mut address: Url, key: Option<ApiKey>) -> Self {
        if !address.path().trim_end_matches('/').ends_with("/search")
            && let Ok(mut path) = address.path_segments_mut()
        {
            path.pop_if_empty().push("search");
        }
        Self { address, key }
    }
}

impl SearchBackend for Searxng {
    fn name(&self) -> &'static str {
        "searxng"
    }

    fn key(&self) -> Option<&ApiKey> {
        self.key.as_ref()
    }

    fn request(&self, query: &Query) -> Request {
        let mut url = self.address.clone();
        let mut pairs = url.query_pairs_mut();
        pairs
            .append_pair("q", &query.text)
            .append_pair("format", "json");
        if let Some(recency) = query.recency {
            pairs.append_pair("time_range", recency.word());
        }
        drop(pairs);
        let mut request = Request::new(Method::GET, url);
        if let Some(key) = &self.key {
            key.authorize(&mut request);
        }
        request
    }

    fn hits(&self, body: &[u8]) -> serde_json::Result<Vec<Hit>> {
        let response: SearxngResponse = serde_json::from_slice(body)?;
        let hits = response
            .results
            .into_iter()
            .filter_map(|one| Hit::new(one.title, one.url, one.content, one.published.as_deref()));
        Ok(hits.collect())
    }

    fn error_response(&self, status: StatusCode, _body: &[u8]) -> ErrorResponse {
        match status {
            StatusCode::FORBIDDEN => ErrorResponse::Other(Some(NO_JSON.into())),
            StatusCode::UNAUTHORIZED => ErrorResponse::Key(None),
            _ => ErrorResponse::Other(None),
        }
    }
}
