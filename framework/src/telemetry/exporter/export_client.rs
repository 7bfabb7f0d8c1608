//! [`ExportClient`]: the HTTP client that the exporter uses.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use opentelemetry_http::{HttpError, Request, Response};
use tokio::runtime::Handle;
use toolwright_http::{AddressPolicy, HttpClient, HttpResponse, RequestLimits};

/// The largest response that is read. Collectors respond with little.
const MOST_BYTES: usize = 64 * 1024;

/// Sends batches with [`HttpClient`], on the runtime of the program: the exporter's thread has
/// none.
#[derive(Debug)]
pub(super) struct ExportClient {
    client: Arc<HttpClient>,
    runtime: Handle,
    timeout: Duration,
    /// Whether the last batch was refused. Only changes are logged.
    is_failing: AtomicBool,
}

impl ExportClient {
    pub(super) fn new(runtime: Handle, timeout: Duration) -> Self {
        Self {
            client: Arc::new(HttpClient::new(AddressPolicy::ANY, 0)),
            runtime,
            timeout,
            is_failing: AtomicBool::new(false),
        }
    }

    async fn send(&self, request: Request<Bytes>) -> Result<HttpResponse, HttpError> {
        let request = reqwest::Request::try_from(request)?;
        let limits = RequestLimits {
            most_bytes: MOST_BYTES,
            deadline: Instant::now() + self.timeout,
        };
        let client = Arc::clone(&self.client);
        let sent = self
            .runtime
            .spawn(async move { client.send(request, limits).await });
        Ok(sent.await??)
    }

    fn log_change(&self, sent: &Result<HttpResponse, HttpError>) {
        let problem = match sent {
            Ok(response) if response.status.is_success() => None,
            Ok(response) => Some(format!("the collector responded with {}", response.status)),
            Err(error) => Some(error.to_string()),
        };
        let was_failing = self.is_failing.swap(problem.is_some(), Ordering::Relaxed);
        match problem {
            Some(problem) if !was_failing => tracing::warn!("cannot send traces: {problem}"),
            None if was_failing => tracing::warn!("traces are sent again"),
            _ => {}
        }
    }
}

impl opentelemetry_http::HttpClient for ExportClient {
    // The expansion of `#[async_trait]` for `async fn send_bytes(&self, …)`.
    fn send_bytes<'life0, 'async_trait>(
        &'life0 self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        Box::pin(async move {
            let sent = self.send(request).await;
            self.log_change(&sent);
            let sent = sent?;
            let mut response = Response::new(sent.body);
            *response.status_mut() = sent.status;
            *response.headers_mut() = sent.headers;
            Ok(response)
        })
    }
}
