//! [`Search`]: one service, asked with patience and remembered for a while.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use reqwest::{StatusCode, header::CONTENT_TYPE};

use super::{
    backend::{Complaint, Query, SearchBackend},
    cache::Cache,
    error::SearchError,
    hit::Hit,
};
use crate::data::http::{
    Failed, Fetched, HttpClient, Limits, Pause, Persistence, Reach, pause_after,
    pause_without_answer,
};

/// How long an answer is remembered.
const LIFETIME: Duration = Duration::from_secs(60);
/// How many answers are remembered.
const MOST_ANSWERS: usize = 256;
/// How often a question is asked.
const PERSISTENCE: Persistence =
    Persistence::new(3, Duration::from_millis(500), Duration::from_secs(30));
/// How long to tell a caller to wait where the service does not say.
const RATE_LIMITED: Duration = Duration::from_secs(1);
/// The largest answer that is read.
const MOST_BYTES: usize = 4 << 20;
/// The longest complaint of a service that is passed on, in characters.
const LONGEST_DETAIL: usize = 300;

/// Searches the web with one service.
#[derive(Debug)]
pub(crate) struct Search {
    backend: Box<dyn SearchBackend>,
    client: HttpClient,
    patience: Duration,
    cache: Cache,
}

/// What a search found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The results, best first.
    pub(crate) hits: Arc<[Hit]>,
    /// Whether they were remembered.
    pub(crate) is_cached: bool,
}

impl Search {
    /// Asks `backend`, and gives up after `patience`, all attempts together.
    pub(crate) fn new(backend: Box<dyn SearchBackend>, patience: Duration) -> Self {
        Self {
            backend,
            // The address is the administrator's own. A key must not follow a redirect to another host, so none is followed.
            client: HttpClient::new(Reach::ANYWHERE, 0),
            patience,
            cache: Cache::new(LIFETIME, MOST_ANSWERS),
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
    pub(crate) async fn search(&self, query: &Query) -> Result<Found, SearchError> {
        if let Some(hits) = self.cache.get(query, Instant::now()) {
            return Ok(Found {
                hits,
                is_cached: true,
            });
        }
        let mut hits = self.ask(query).await?;
        hits.truncate(query.limit);
        let hits: Arc<[Hit]> = hits.into();
        self.cache
            .insert(query.clone(), Arc::clone(&hits), Instant::now());
        Ok(Found {
            hits,
            is_cached: false,
        })
    }

    async fn ask(&self, query: &Query) -> Result<Vec<Hit>, SearchError> {
        let deadline = Instant::now() + self.patience;
        PERSISTENCE
            .until(deadline, |_| self.attempt(query, deadline))
            .await
    }

    async fn attempt(
        &self,
        query: &Query,
        deadline: Instant,
    ) -> Result<Vec<Hit>, Failed<SearchError>> {
        let limits = Limits {
            most_bytes: MOST_BYTES,
            deadline,
        };
        let request = self.backend.request(query);
        match self.client.send(request, limits).await {
            Ok(answer) if answer.status.is_success() => {
                self.read(&answer).map_err(Failed::for_good)
            }
            Ok(answer) => Err(self.failed(&answer)),
            Err(source) => {
                let pause = pause_without_answer(&source);
                let service = self.backend.name();
                Err(Failed {
                    error: SearchError::Http { service, source },
                    pause,
                })
            }
        }
    }

    fn read(&self, answer: &Fetched) -> Result<Vec<Hit>, SearchError> {
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

    fn failed(&self, answer: &Fetched) -> Failed<SearchError> {
        let service = self.backend.name();
        let status = answer.status;
        let pause = pause_after(status, &answer.headers);
        let error = match self.backend.complaint(status, &answer.body) {
            Complaint::Key(detail) => SearchError::Key {
                service,
                detail: self.without_key(detail),
            },
            Complaint::Other(_) if status == StatusCode::TOO_MANY_REQUESTS => {
                SearchError::RateLimited {
                    service,
                    retry_after: match pause {
                        Some(Pause::Asked(time)) => time,
                        _ => RATE_LIMITED,
                    },
                }
            }
            Complaint::Other(detail) => SearchError::Status {
                service,
                status,
                detail: self.without_key(detail),
            },
        };
        let is_for_good = matches!(error, SearchError::Key { .. });
        Failed {
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
