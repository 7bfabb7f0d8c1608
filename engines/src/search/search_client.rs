//! [`SearchClient`]: searches with one service, retries, and caches results.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use reqwest::{StatusCode, header::CONTENT_TYPE};
use toolwright_base::lock;
use toolwright_http::{
    AddressPolicy, FailedAttempt, HttpClient, HttpResponse, RequestLimits, RetryDelay, RetryPolicy,
    delay_after_error, delay_after_status,
};

use super::{
    backend::{ErrorResponse, Query, SearchBackend, SearchError},
    hit::Hit,
};

/// How long results are cached.
const CACHE_LIFETIME: Duration = Duration::from_secs(60);
/// The most queries whose results are cached.
const CACHE_ENTRIES: usize = 256;
/// How often a query is tried.
const RETRIES: RetryPolicy =
    RetryPolicy::new(3, Duration::from_millis(500), Duration::from_secs(30));
/// The wait of a caller if the service does not specify one.
const RATE_LIMITED: Duration = Duration::from_secs(1);
/// The largest response that is read.
const MAX_BYTES: usize = 4 << 20;
/// The longest error message of a service that is passed on, in characters.
const MAX_DETAIL: usize = 300;

/// Searches the web with one service.
#[derive(Debug)]
pub struct SearchClient {
    backend: Box<dyn SearchBackend>,
    client: HttpClient,
    timeout: Duration,
    cache: SearchCache,
}

/// The results of a search.
#[derive(Debug, Clone)]
pub struct SearchResults {
    /// The results, best first.
    pub hits: Arc<[Hit]>,
    /// Whether they come from the cache.
    pub is_cached: bool,
}

impl SearchClient {
    /// Creates a client of `backend`. All attempts of a search together may take `timeout`.
    pub fn new(backend: Box<dyn SearchBackend>, timeout: Duration) -> Self {
        Self {
            backend,
            // The administrator chose the address, so any is allowed. Redirects are not followed:
            // the key must not reach another host.
            client: HttpClient::new(AddressPolicy::ANY, 0),
            timeout,
            cache: SearchCache::new(CACHE_LIFETIME, CACHE_ENTRIES),
        }
    }

    /// Returns the name of the service.
    pub fn service(&self) -> &'static str {
        self.backend.name()
    }

    /// Searches.
    ///
    /// # Errors
    /// If no attempt succeeds in time, or the service refuses.
    pub async fn search(&self, query: &Query) -> Result<SearchResults, SearchError> {
        if let Some(hits) = self.cache.get(query, Instant::now()) {
            return Ok(SearchResults {
                hits,
                is_cached: true,
            });
        }
        let mut hits = self.ask(query).await?;
        hits.truncate(query.limit);
        let hits: Arc<[Hit]> = hits.into();
        self.cache
            .insert(query.clone(), Arc::clone(&hits), Instant::now());
        Ok(SearchResults {
            hits,
            is_cached: false,
        })
    }

    async fn ask(&self, query: &Query) -> Result<Vec<Hit>, SearchError> {
        let deadline = Instant::now() + self.timeout;
        RETRIES
            .run(deadline, |_| self.attempt(query, deadline))
            .await
    }

    async fn attempt(
        &self,
        query: &Query,
        deadline: Instant,
    ) -> Result<Vec<Hit>, FailedAttempt<SearchError>> {
        let limits = RequestLimits {
            most_bytes: MAX_BYTES,
            deadline,
        };
        let request = self.backend.request(query);
        match self.client.send(request, limits).await {
            Ok(response) if response.status.is_success() => {
                self.read(&response).map_err(FailedAttempt::for_good)
            }
            Ok(response) => Err(self.failed(&response)),
            Err(source) => {
                let delay = delay_after_error(&source);
                let service = self.backend.name();
                Err(FailedAttempt {
                    error: SearchError::Http { service, source },
                    delay,
                })
            }
        }
    }

    fn read(&self, response: &HttpResponse) -> Result<Vec<Hit>, SearchError> {
        self.backend.hits(&response.body).map_err(|error| {
            tracing::debug!("not the documented JSON: {error}");
            let kind = response.headers.get(CONTENT_TYPE);
            let kind = kind.and_then(|kind| kind.to_str().ok());
            let what = match kind.and_then(|kind| kind.split(';').next()) {
                Some("application/json") | None => "other content".into(),
                Some(kind) => format!("`{kind}`"),
            };
            let service = self.backend.name();
            SearchError::Format { service, what }
        })
    }

    fn failed(&self, response: &HttpResponse) -> FailedAttempt<SearchError> {
        let service = self.backend.name();
        let status = response.status;
        let delay = delay_after_status(status, &response.headers);
        let error = match self.backend.error_response(status, &response.body) {
            ErrorResponse::Key(detail) => SearchError::Key {
                service,
                detail: self.without_key(detail),
            },
            ErrorResponse::Other(_) if status == StatusCode::TOO_MANY_REQUESTS => {
                SearchError::RateLimited {
                    service,
                    retry_after: match delay {
                        Some(RetryDelay::Requested(time)) => time,
                        _ => RATE_LIMITED,
                    },
                }
            }
            ErrorResponse::Other(detail) => SearchError::Status {
                service,
                status,
                detail: self.without_key(detail),
            },
        };
        let is_for_good = matches!(error, SearchError::Key { .. });
        FailedAttempt {
            error,
            delay: delay.filter(|_| !is_for_good),
        }
    }

    /// Masks the key, because a service might repeat it in a message.
    fn without_key(&self, detail: Option<String>) -> Option<String> {
        let detail = detail?;
        let detail = self
            .backend
            .key()
            .map_or(detail.clone(), |key| key.mask_in(&detail));
        Some(detail.chars().take(MAX_DETAIL).collect())
    }
}

/// The results of recent queries, for a limited time. The oldest make room for new ones.
#[derive(Debug)]
pub(super) struct SearchCache {
    lifetime: Duration,
    most: usize,
    entries: Mutex<HashMap<Query, CachedSearch>>,
}

#[derive(Debug)]
struct CachedSearch {
    hits: Arc<[Hit]>,
    since: Instant,
}

impl SearchCache {
    pub(super) fn new(lifetime: Duration, most: usize) -> Self {
        Self {
            lifetime,
            most,
            entries: Mutex::default(),
        }
    }

    /// Returns the results of a query, if they are fresh at `now`.
    pub(super) fn get(&self, query: &Query, now: Instant) -> Option<Arc<[Hit]>> {
        let entries = lock(&self.entries);
        let entry = entries.get(query)?;
        self.is_fresh(entry, now).then(|| Arc::clone(&entry.hits))
    }

    pub(super) fn insert(&self, query: Query, hits: Arc<[Hit]>, now: Instant) {
        let mut entries = lock(&self.entries);
        if entries.len() >= self.most {
            entries.retain(|_, entry| self.is_fresh(entry, now));
        }
        if entries.len() >= self.most {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.since);
            if let Some(oldest) = oldest.map(|(query, _)| query.clone()) {
                entries.remove(&oldest);
            }
        }
        entries.insert(query, CachedSearch { hits, since: now });
    }

    fn is_fresh(&self, entry: &CachedSearch, now: Instant) -> bool {
        now.saturating_duration_since(entry.since) < self.lifetime
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query {
            text: text.into(),
            limit: 1,
            recency: None,
        }
    }

    #[test]
    fn an_entry_expires() {
        let cache = SearchCache::new(Duration::from_secs(60), 10);
        let start = Instant::now();
        cache.insert(query("a"), Arc::new([]), start);
        let later = |seconds| start + Duration::from_secs(seconds);
        assert!(cache.get(&query("a"), later(59)).is_some());
        assert!(cache.get(&query("a"), later(60)).is_none());
        assert!(cache.get(&query("b"), start).is_none());
        let other = Query {
            limit: 2,
            ..query("a")
        };
        assert!(cache.get(&other, start).is_none());
    }

    #[test]
    fn the_oldest_makes_room_for_the_newest() {
        let cache = SearchCache::new(Duration::from_secs(60), 3);
        let start = Instant::now();
        for (age, text) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let now = start + Duration::from_secs(age as u64);
            cache.insert(query(text), Arc::new([]), now);
        }
        let kept = ["a", "b", "c", "d"].map(|text| cache.get(&query(text), start).is_some());
        assert_eq!(kept, [false, true, true, true]);
        assert_eq!(lock(&cache.entries).len(), 3);
    }
}
