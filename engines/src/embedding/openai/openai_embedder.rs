//! [`OpenAiEmbedder`]: sends texts in batches, several at a time, and retries them.

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
use toolwright::BoxFuture;
use toolwright_http::{
    AddressPolicy, ApiKey, FailedAttempt, HttpClient, RequestLimits, RetryPolicy,
};
use url::Url;

use super::{
    super::embedder::{Embedder, EmbeddingError, Vector},
    response,
};

/// The largest response that is read; 64 vectors of 4,096 numbers have 6 MB.
const MAX_BYTES: usize = 128 << 20;
/// How many requests of one call are sent at a time.
const AT_ONCE: usize = 6;
/// How often a batch is tried.
const RETRIES: RetryPolicy =
    RetryPolicy::new(4, Duration::from_millis(200), Duration::from_secs(5));
/// The administrator chose a model that knows the language, so shared words count little.
const KEYWORD_WEIGHT: f32 = 0.2;

/// The address of the server, the model and the key.
#[derive(Debug, Clone)]
pub struct OpenAiOptions {
    /// The whole URL, for instance `http://localhost:8080/v1/embeddings`.
    pub url: Url,
    pub model: String,
    /// Sent as a bearer token.
    pub key: Option<ApiKey>,
    /// The most texts in one request.
    pub batch: usize,
}

/// Embeds texts with a server that has OpenAI's embeddings API.
pub struct OpenAiEmbedder {
    options: OpenAiOptions,
    client: HttpClient,
    /// The dimensions of the last response; 0 before the first one.
    dimension: AtomicUsize,
}

/// The body of a request.
#[derive(Serialize)]
struct EmbeddingRequest<'a> {
    input: &'a [String],
    model: &'a str,
}

impl OpenAiEmbedder {
    /// Creates an embedder that connects when it is first used.
    pub fn new(options: OpenAiOptions) -> Self {
        Self {
            options,
            // The administrator chose the address, so any is allowed. Redirects are not followed:
            // the key must not reach another host.
            client: HttpClient::new(AddressPolicy::ANY, 0),
            dimension: AtomicUsize::new(0),
        }
    }

    async fn embed_all(
        &self,
        texts: &[String],
        deadline: Instant,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        let batches = batches(texts, self.options.batch);
        let mut requests = Vec::with_capacity(batches.len());
        for batch in batches {
            requests.push(self.embed_batch(batch, deadline));
        }
        let vectors: Vec<Vec<Vector>> = stream::iter(requests)
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(vectors.into_iter().flatten().collect())
    }

    async fn embed_batch(
        &self,
        batch: &[String],
        deadline: Instant,
    ) -> Result<Vec<Vector>, EmbeddingError> {
        let request = EmbeddingRequest {
            input: batch,
            model: &self.options.model,
        };
        let body = serde_json::to_vec(&request)
            .map_err(|error| EmbeddingError::Response(error.to_string()))?;
        let body = bytes::Bytes::from(body);
        RETRIES
            .run(deadline, |_| {
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
            most_bytes: MAX_BYTES,
            deadline,
        };
        let response = self.client.send(request, limits).await?;
        if !response.status.is_success() {
            let key = self.options.key.as_ref();
            return Err(response::failed(&response, key));
        }
        let vectors = response::read(&response.body, wanted).map_err(FailedAttempt::for_good)?;
        self.check_dimension(&vectors)
            .map_err(FailedAttempt::for_good)?;
        Ok(vectors)
    }

    /// Refuses the first response with other dimensions, because they do not fit to earlier
    /// vectors, and accepts them from then on.
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
        Box::pin(self.embed_all(texts, deadline))
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

/// The largest batch, unless a single text is larger. Servers refuse much larger requests.
const MAX_BATCH_BYTES: usize = 1 << 20;

/// Splits the texts into batches of at most `most` texts and a megabyte. A larger text is a batch
/// of its own.
fn batches(texts: &[String], most: usize) -> Vec<&[String]> {
    let mut batches = Vec::with_capacity(texts.len() / most.max(1) + 1);
    let mut rest = texts;
    while !rest.is_empty() {
        let (batch, after) = rest.split_at(length(rest, most.max(1)));
        batches.push(batch);
        rest = after;
    }
    batches
}

/// Returns how many of the first texts fit into a batch.
fn length(texts: &[String], most: usize) -> usize {
    let mut bytes = 0;
    let fits = |text: &&String| {
        bytes += text.len();
        bytes <= MAX_BATCH_BYTES
    };
    texts.iter().take(most).take_while(fits).count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(texts: &[usize], most: usize) -> Vec<usize> {
        let texts: Vec<String> = texts.iter().map(|size| "x".repeat(*size)).collect();
        let batches = batches(&texts, most);
        assert_eq!(batches.concat(), texts);
        batches.iter().map(|batch| batch.len()).collect()
    }

    #[test]
    fn a_batch_is_limited_in_texts_and_bytes() {
        assert_eq!(sizes(&[], 64), [0; 0]);
        assert_eq!(sizes(&[1; 129], 64), [64, 64, 1]);
        assert_eq!(sizes(&[1; 3], 0), [1, 1, 1]);
        let half = MAX_BATCH_BYTES / 2;
        assert_eq!(sizes(&[half, half, 1], 64), [2, 1]);
        assert_eq!(sizes(&[1, MAX_BATCH_BYTES, 1], 64), [1, 1, 1]);
        assert_eq!(sizes(&[3 * MAX_BATCH_BYTES, 1, 1], 64), [1, 2]);
    }
}
