//! [`SearchClient`]: one service, asked with patience and remembered for a while.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use reqwest::{StatusCode, header::CONTENT_TYPE};

use super::{
    backend::{ErrorResponse, Query, SearchBackend},
    cache::SearchCache,
    error::SearchError,
    hit::Hit,
};
use crate::data::http::{
    AddressPolicy, FailedAttempt, HttpClient, HttpResponse, RequestLimits, RetryDelay, RetryPolicy,
    delay_after_error, delay_after_status,
};

/// How long an answer is remembered.
const CACHE_LIFETIME: Duration = Duration::from_secs(60);
/// How many answers are remembered.
const CACHE_ENTRIES: usize = 256;
/// How often a question is asked.
const RETRIES: RetryPolicy =
    RetryPolicy::new(3, Duration::from_millis(500), Duration::from_secs(30));
/// How long to tell a caller to wait where the service does not say.
const RATE_LIMITED: Duration = Duration::from_secs(1);
/// The largest answer that is read.
const MOST_BYTES: usize = 4 << 20;
/// The longest error_response of a service that is passed on, in characters.
const LONGEST_DETAIL: usize = 300;

/// Searches the web with one service.
#[derive(Debug)]
pub(crate) struct SearchClient {
    backend: Box<dyn SearchBackend>,
    client: HttpClient,
    patience: Duration,
    cache: SearchCache,
}

/// What a search found.
#[derive(Debug, Clone)]
pub(crate) struct SearchResults {
    /// The results, best first.
    pub(crate) hits: Arc<[Hit]>,
    /// Whether they were remembered.
    pub(crate) is_cached: bool,
}

impl SearchClient {
    /// Asks `backend`, and gives up after `patience`, all attempts together.
    pub(crate) fn new(backend: Box<dyn SearchBackend>, patience: Duration) -> Self {
        Self {
            backend,
            // The address is the administrator's own. A key must not follow a redirect to another host, so none is followed.
            client: HttpClient::new(AddressPolicy::ANY, 0),
            patience,
            cache: SearchCache::new(CACHE_LIFETIME, CACHE_ENTRIES),
        }
    }

    /// The service's name.
    pub(crate) fn service(&self) -> &'static str {
        self.backend.name()
    }

    /// Searches.
    ///
    /// # Errors
    /// When no attempt succeeds in time, or the service will not answer.
    pub(crate) async fn search(&self, query: &Query) -> Result<SearchResults, SearchError> {
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
        let deadline = Instant::now() + self.patience;
        RETRIES
            .until(deadline, |_| self.attempt(query, deadline))
            .await
    }

    async fn attempt(
        &self,
        query: &Query,
        deadline: Instant,
    ) -> Result<Vec<Hit>, FailedAttempt<SearchError>> {
        let limits = RequestLimits {
            most_bytes: MOST_BYTES,
            deadline,
        };
        let request = self.backend.request(query);
        match self.client.send(request, limits).await {
            Ok(answer) if answer.status.is_success() => {
                self.read(&answer).map_err(FailedAttempt::for_good)
            }
            Ok(answer) => Err(self.failed(&answer)),
            Err(source) => {
                let pause = delay_after_error(&source);
                let service = self.backend.name();
                Err(FailedAttempt {
                    error: SearchError::Http { service, source },
                    pause,
                })
            }
        }
    }

    fn read(&self, answer: &HttpResponse) -> Result<Vec<Hit>, SearchError> {
        self.backend.hits(&answer.body).map_err(|error| {
            tracing::debug!("not the JSON that is documented: {error}");
            let kind = answer.headers.get(CONTENT_TYPE);
            let kind = kind.and_then(|kind| kind.to_str().ok());
            let what = match kind.and_then(|kind| kind.split(';').next()) {
                Some("application/json") | None => "something else".into(),
                Some(kind) => format!("`{kind}`"),
            };
            let service = self.backend.name();
            SearchError::Strange { service, what }
        })
    }

    fn failed(&self, answer: &HttpResponse) -> FailedAttempt<SearchError> {
        let service = self.backend.name();
        let status = answer.status;
        let pause = delay_after_status(status, &answer.headers);
        let error = match self.backend.error_response(status, &answer.body) {
            ErrorResponse::Key(detail) => SearchError::Key {
                service,
                detail: self.without_key(detail),
            },
            ErrorResponse::Other(_) if status == StatusCode::TOO_MANY_REQUESTS => {
                SearchError::RateLimited {
                    service,
                    retry_after: match pause {
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
            pause: pause.filter(|_| !is_for_good),
        }
    }

    /// A service might repeat what it was sent.
    fn without_key(&self, detail: Option<String>) -> Option<String> {
        let detail = detail?;
        let detail = self
            .backend
            .key()
            .map_or(detail.clone(), |key| key.hide_in(&detail));
        Some(detail.chars().take(LONGEST_DETAIL).collect())
    }
}
