//! [`OpenAiEmbedder`]: asks in batches, several at a time, and again where that may help.

use std::{
    fmt,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::{
    Method, Request,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::Serialize;
use url::Url;

use super::{
    super::{
        embedder::{Embedder, Vector},
        error::EmbeddingError,
    },
    batches, error_response, response,
};
use crate::{
    core::BoxFuture,
    data::http::{AddressPolicy, ApiKey, FailedAttempt, HttpClient, RequestLimits, RetryPolicy},
};

/// The largest answer that is read: 64 vectors of 4,096 numbers are 6 MB.
const MOST_BYTES: usize = 128 << 20;
/// How many requests are on their way at a time, for one call.
const AT_ONCE: usize = 6;
/// How often a batch is asked for.
const RETRIES: RetryPolicy =
    RetryPolicy::new(4, Duration::from_millis(200), Duration::from_secs(5));
/// The model is the administrator's choice, and knows the language. Shared words are a hint beside it.
const KEYWORD_WEIGHT: f32 = 0.2;

/// Where the server is, and what it is asked for.
#[derive(Debug, Clone)]
pub(crate) struct OpenAiOptions {
    /// The whole address, for instance `http://localhost:8080/v1/embeddings`.
    pub(crate) url: Url,
    /// The model's name.
    pub(crate) model: String,
    /// Sent as a bearer token.
    pub(crate) key: Option<ApiKey>,
    /// The most texts in one request.
    pub(crate) batch: usize,
}

/// A server that speaks OpenAI's embeddings format.
pub(crate) struct OpenAiEmbedder {
    options: OpenAiOptions,
    client: HttpClient,
    /// What the last answer had; 0 before the first one.
    dimension: AtomicUsize,
}

/// What is sent.
#[derive(Serialize)]
struct Question<'a> {
    input: &'a [String],
    model: &'a str,
}

impl OpenAiEmbedder {
    /// Connects only when it is first asked.
    pub(crate) fn new(options: OpenAiOptions) -> Self {
        Self {
            options,
            // The address is the administrator's own. A key must not follow a redirect to another host, so none is followed.
            client: HttpClient::new(AddressPolicy::ANY, 0),
            dimension: AtomicUsize::new(0),
        }
    }

    async fn ask(
        &self,
        texts: &[String],
        deadline: Instant,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        let batches = batches::batches(texts, self.options.batch);
        let mut asking = Vec::with_capacity(batches.len());
        for batch in batches {
            asking.push(self.ask_batch(batch, deadline));
        }
        let vectors: Vec<Vec<Vector>> =
            stream::iter(asking).buffered(AT_ONCE).try_collect().await?;
        Ok(vectors.into_iter().flatten().collect())
    }

    async fn ask_batch(
        &self,
        batch: &[String],
        deadline: Instant,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        let question = Question {
            input: batch,
            model: &self.options.model,
        };
        let body = serde_json::to_vec(&question)
            .map_err(|error| EmbeddingError::Answer(error.to_string()))?;
        let body = bytes::Bytes::from(body);
        RETRIES
            .until(deadline, |_| {
                let request = self.request(body.clone());
                self.attempt(request, batch.len(), deadline)
            })
            .await
    }

    fn request(&self, body: bytes::Bytes) -> Request {
        let mut request = Request::new(Method::POST, self.options.url.clone());
        *request.body_mut() = Some(body.into());
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert(CONTENT_TYPE, json);
        if let Some(key) = &self.options.key {
            key.authorize(&mut request);
        }
        request
    }

    async fn attempt(
        &self,
        request: Request,
        wanted: usize,
        deadline: Instant,
    ) -> Result<Vec<Vector>, FailedAttempt<EmbeddingError>> {
        let limits = RequestLimits {
            most_bytes: MOST_BYTES,
            deadline,
        };
        let answer = self.client.send(request, limits).await?;
        if !answer.status.is_success() {
            return Err(error_response::failed(&answer, self.options.key.as_ref()));
        }
        let vectors = response::read(&answer.body, wanted).map_err(FailedAttempt::for_good)?;
        self.check_dimension(&vectors)
            .map_err(FailedAttempt::for_good)?;
        Ok(vectors)
    }

    /// A change is refused once, since what the caller has of before is of no use with it, and then taken for given.
    fn check_dimension(&self, vectors: &[Vector]) -> Result<(), EmbeddingError> {
        let Some(actual) = vectors.first().map(|vector| vector.len()) else {
            return Ok(());
        };
        match self.dimension.swap(actual, Ordering::Relaxed) {
            0 => Ok(()),
            expected if expected == actual => Ok(()),
            expected => Err(EmbeddingError::Dimension {
                model: self.options.model.clone(),
                expected,
                actual,
            }),
        }
    }
}

impl Embedder for OpenAiEmbedder {
    fn model(&self) -> &str {
        &self.options.model
    }

    fn dimension(&self) -> Option<usize> {
        Some(self.dimension.load(Ordering::Relaxed)).filter(|dimension| *dimension > 0)
    }

    fn keyword_weight(&self) -> f32 {
        KEYWORD_WEIGHT
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vector>, EmbeddingError>> {
        Box::pin(self.ask(texts, deadline))
    }
}

impl fmt::Debug for OpenAiEmbedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAiEmbedder")
            .field("host", &self.options.url.host_str())
            .field("model", &self.options.model)
            .finish_non_exhaustive()
    }
}
