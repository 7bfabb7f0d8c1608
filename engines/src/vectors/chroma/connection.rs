//! [`ChromaConnection`]: sends requests to the server, and retries them.

use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::{
    Method, Request,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::{Serialize, de::DeserializeOwned};
use toolwright_http::{
    AddressPolicy, FailedAttempt, HttpClient, HttpResponse, RequestLimits, RetryPolicy,
    delay_after_status,
};
use url::Url;

use super::{options::ChromaOptions, wire::ChromaErrorBody};
use crate::vectors::error::VectorError;

/// The largest response that is read: by itself, for each document in it, and in all.
const MAX_BYTES_ALONE: usize = 1 << 20;
const MAX_BYTES_EACH: usize = 256 << 10;
const MAX_BYTES: usize = 128 << 20;
/// The longest error message of the server that is passed on, in characters.
const MAX_MESSAGE: usize = 500;
/// All requests may be repeated: reads and upserts have no other effect the second time.
const RETRIES: RetryPolicy =
    RetryPolicy::new(4, Duration::from_millis(100), Duration::from_secs(5));

/// Returns the limits of a request whose response has up to this many documents.
pub(super) fn limits(documents: usize, deadline: Instant) -> RequestLimits {
    let bytes = documents.saturating_mul(MAX_BYTES_EACH);
    RequestLimits {
        most_bytes: bytes.saturating_add(MAX_BYTES_ALONE).min(MAX_BYTES),
        deadline,
    }
}

/// Sends requests to one server.
#[derive(Debug)]
pub(super) struct ChromaConnection {
    options: ChromaOptions,
    client: HttpClient,
}

impl ChromaConnection {
    pub(super) fn new(options: ChromaOptions) -> Self {
        Self {
            options,
            // The administrator chose the address, so any is allowed. Redirects are not followed:
            // the token must not reach another host.
            client: HttpClient::new(AddressPolicy::ANY, 0),
        }
    }

    pub(super) const fn options(&self) -> &ChromaOptions {
        &self.options
    }

    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        url: Url,
        deadline: Instant,
    ) -> Result<T, VectorError> {
        let limits = limits(0, deadline);
        self.exchange(&Method::GET, &url, None, limits).await
    }

    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        url: Url,
        body: &impl Serialize,
        limits: RequestLimits,
    ) -> Result<T, VectorError> {
        let body =
            serde_json::to_vec(body).map_err(|error| VectorError::Response(error.to_string()));
        let body = Some(Bytes::from(body?));
        self.exchange(&Method::POST, &url, body, limits).await
    }

    async fn exchange<T: DeserializeOwned>(
        &self,
        method: &Method,
        url: &Url,
        body: Option<Bytes>,
        limits: RequestLimits,
    ) -> Result<T, VectorError> {
        let response = RETRIES
            .run(limits.deadline, |_| {
                self.attempt(self.request(method, url, body.clone()), limits)
            })
            .await?;
        serde_json::from_slice(&response.body).map_err(|error| {
            VectorError::Response(format!("it is not what its API documents: {error}"))
        })
    }

    fn request(&self, method: &Method, url: &Url, body: Option<Bytes>) -> Request {
        let mut request = Request::new(method.clone(), url.clone());
        if let Some(body) = body {
            *request.body_mut() = Some(body.into());
            let json = HeaderValue::from_static("application/json");
            request.headers_mut().insert(CONTENT_TYPE, json);
        }
        self.options.authorize(&mut request);
        request
    }

    async fn attempt(
        &self,
        request: Request,
        limits: RequestLimits,
    ) -> Result<HttpResponse, FailedAttempt<VectorError>> {
        let response = self.client.send(request, limits).await?;
        if response.status.is_success() {
            return Ok(response);
        }
        Err(FailedAttempt {
            delay: delay_after_status(response.status, &response.headers),
            error: VectorError::Status {
                status: response.status,
                message: self.message(&response.body),
            },
        })
    }

    fn message(&self, body: &[u8]) -> String {
        let message = match serde_json::from_slice::<ChromaErrorBody>(body) {
            Ok(failure) => failure.message,
            Err(_) => String::from_utf8_lossy(body).into_owned(),
        };
        let message = self.options.without_token(&message);
        message.trim().chars().take(MAX_MESSAGE).collect()
    }
}
