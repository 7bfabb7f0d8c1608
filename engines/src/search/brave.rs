//! [`Brave`]: the [web search
//! API](https://api-dashboard.search.brave.com/api-reference/web/search/get).

use reqwest::{
    Method, Request, StatusCode,
    header::{ACCEPT, HeaderValue},
};
use serde::Deserialize;
use toolwright_http::ApiKey;
use url::Url;

use super::{
    backend::{ErrorResponse, Query, Recency, SearchBackend},
    hit::Hit,
};

/// The most results of one request.
const MAX_HITS: usize = 20;

/// The Brave search API.
#[derive(Debug)]
pub(super) struct Brave {
    address: Url,
    key: ApiKey,
}

/// The used part of a response.
#[derive(Deserialize)]
struct BraveResponse {
    // Missing if nothing was found.
    web: Option<Web>,
}

#[derive(Deserialize)]
struct Web {
    results: Vec<BravePage>,
}

#[derive(Deserialize)]
struct BravePage {
    title: Option<String>,
    url: Option<String>,
    description: Option<String>,
    page_age: Option<String>,
}

#[derive(Deserialize)]
struct BraveErrorBody {
    error: ErrorDetail,
}

#[derive(Deserialize)]
struct ErrorDetail {
    code: Option<String>,
    detail: Option<String>,
}

impl Brave {
    pub(super) const fn new(address: Url, key: ApiKey) -> Self {
        Self { address, key }
    }
}

const fn freshness(recency: Recency) -> &'static str {
    match recency {
        Recency::Day => "pd",
        Recency::Week => "pw",
        Recency::Month => "pm",
        Recency::Year => "py",
    }
}

impl SearchBackend for Brave {
    fn name(&self) -> &'static str {
        "brave"
    }

    fn key(&self) -> Option<&ApiKey> {
        Some(&self.key)
    }

    fn request(&self, query: &Query) -> Request {
        let mut url = self.address.clone();
        let mut pairs = url.query_pairs_mut();
        pairs
            .append_pair("q", &query.text)
            .append_pair("count", &query.limit.min(MAX_HITS).to_string())
            .append_pair("text_decorations", "false")
            .append_pair("result_filter", "web");
        if let Some(recency) = query.recency {
            pairs.append_pair("freshness", freshness(recency));
        }
        drop(pairs);
        let mut request = Request::new(Method::GET, url);
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert(ACCEPT, json);
        self.key.add_to(&mut request, "x-subscription-token");
        request
    }

    fn hits(&self, body: &[u8]) -> serde_json::Result<Vec<Hit>> {
        let response: BraveResponse = serde_json::from_slice(body)?;
        let found = response.web.map(|web| web.results).unwrap_or_default();
        let hits = found.into_iter().filter_map(|one| {
            Hit::new(one.title, one.url, one.description, one.page_age.as_deref())
        });
        Ok(hits.collect())
    }

    /// A wrong key is also reported as 422 with a special code.
    fn error_response(&self, status: StatusCode, body: &[u8]) -> ErrorResponse {
        let error = serde_json::from_slice::<BraveErrorBody>(body).map(|refusal| refusal.error);
        let (code, detail) = error.map_or((None, None), |error| (error.code, error.detail));
        let is_token = code.is_some_and(|code| code.starts_with("SUBSCRIPTION_TOKEN"));
        match status.as_u16() {
            401..=403 => ErrorResponse::Key(detail),
            422 if is_token => ErrorResponse::Key(detail),
            _ => ErrorResponse::Other(detail),
        }
    }
}
