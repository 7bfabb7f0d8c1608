//! [`Tavily`]: the [search
//! endpoint](https://docs.tavily.com/documentation/api-reference/endpoint/search).

use reqwest::{
    Method, Request, StatusCode,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::Deserialize;
use serde_json::{Value, json};
use toolwright_http::ApiKey;
use url::Url;

use super::{
    backend::{ErrorResponse, Query, SearchBackend},
    hit::Hit,
};

/// The most results of one request.
const MAX_HITS: usize = 20;

/// The Tavily search API.
#[derive(Debug)]
pub(super) struct Tavily {
    address: Url,
    key: ApiKey,
}

/// The used part of a response.
#[derive(Deserialize)]
struct TavilyResponse {
    results: Vec<TavilyPage>,
}

#[derive(Deserialize)]
struct TavilyPage {
    title: Option<String>,
    url: Option<String>,
    content: Option<String>,
    published_date: Option<String>,
}

impl Tavily {
    pub(super) const fn new(address: Url, key: ApiKey) -> Self {
        Self { address, key }
    }
}

impl SearchBackend for Tavily {
    fn name(&self) -> &'static str {
        "tavily"
    }

    fn key(&self) -> Option<&ApiKey> {
        Some(&self.key)
    }

    fn request(&self, query: &Query) -> Request {
        let mut body = json!({
            "query": query.text,
            "max_results": query.limit.min(MAX_HITS),
        });
        if let Some(recency) = query.recency {
            body["time_range"] = json!(recency.word());
        }
        let mut request = Request::new(Method::POST, self.address.clone());
        *request.body_mut() = Some(body.to_string().into());
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert(CONTENT_TYPE, json);
        self.key.authorize(&mut request);
        request
    }

    fn hits(&self, body: &[u8]) -> serde_json::Result<Vec<Hit>> {
        let response: TavilyResponse = serde_json::from_slice(body)?;
        let hits = response.results.into_iter().filter_map(|one| {
            Hit::new(
                one.title,
                one.url,
                one.content,
                one.published_date.as_deref(),
            )
        });
        Ok(hits.collect())
    }

    /// 432 and 433 mean that the plan, or the budget beyond it, is used up.
    fn error_response(&self, status: StatusCode, body: &[u8]) -> ErrorResponse {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let detail = body["detail"]["error"].as_str().map(ToOwned::to_owned);
        match status.as_u16() {
            401 | 403 | 432 | 433 => ErrorResponse::Key(detail),
            _ => ErrorResponse::Other(detail),
        }
    }
}
