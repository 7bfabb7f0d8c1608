//! [`HttpService`]: the HTTP transport as a tower service, for programs with a server of their own.

use std::{
    convert::Infallible,
    fmt,
    sync::{Arc, Mutex},
    task::{Context, Poll},
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    http::{Request as HttpRequest, Response, StatusCode},
    routing::any,
};
use tokio::sync::Semaphore;
use toolwright_base::lock;
use tower_service::Service;

use super::{
    endpoint,
    endpoint::{Endpoint, sweep_periodically},
    idle_timeout::TrackedBody,
    options::HttpOptions,
    response,
    router::{Route, router},
    sse_body::AbortOnDrop,
};
use crate::{
    core::{BoxFuture, Origin},
    server::{
        dispatch::Dispatcher,
        error::Result,
        lifecycle::{Readiness, RunningServer},
    },
};

/// The largest number of requests at once.
const MAX_REQUESTS: u32 = 1 << 20;

/// A server as a [tower](tower_service) service, to be part of an axum application.
///
/// [`BuiltServer::into_service`](crate::BuiltServer::into_service) creates it. It serves MCP at `/`
/// and at `/mcp`, so that both `Router::nest_service("/mcp", service)` and
/// `Router::fallback_service(service)` work; beside that `/healthz`, `/readyz`, `/metrics` and the
/// pages of [`Server::route`](crate::Server::route). `Host` and `Origin` are checked as usual. The
/// application listens itself, so the limits of connections are its own.
///
/// The address of the client is taken from an [`Origin`] that a layer has put into the request's
/// extensions. All extensions are in [`Context::request`](crate::Context::request).
///
/// ```
/// use toolwright::{prelude::*, transport::{HttpOptions, axum::Router}};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let server = Server::new("demo").build()?;
/// let service = server.into_service(HttpOptions::default()).await?;
/// let app: Router = Router::new().nest_service("/mcp", service.clone());
/// // Serve `app`, and then:
/// service.shutdown().await
/// # }
/// ```
#[derive(Clone)]
pub struct HttpService {
    router: Router,
    shared: Arc<SharedService>,
}

struct SharedService {
    endpoint: Arc<Endpoint>,
    running: Mutex<Option<RunningServer>>,
    /// Each request has a permit until its response is sent.
    permits: Arc<Semaphore>,
    _sweeping: AbortOnDrop,
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("options", &self.shared.endpoint.options)
            .finish_non_exhaustive()
    }
}

impl HttpService {
    pub(in crate::server) fn new(
        running: RunningServer,
        readiness: Readiness,
        routes: Vec<Route>,
        options: HttpOptions,
    ) -> Self {
        let dispatcher: Arc<Dispatcher> = Arc::clone(running.dispatcher());
        // Only the program around it knows who can reach it.
        let endpoint = Endpoint::new(dispatcher, readiness, options).exposed();
        let endpoint = Arc::new(endpoint);
        let mcp = Router::new().route(endpoint::PATH, any(serve));
        let mcp = mcp.with_state(Arc::clone(&endpoint));
        let sweeping = tokio::spawn({
            let endpoint = Arc::clone(&endpoint);
            async move { sweep_periodically(&endpoint).await }
        });
        Self {
            // A nested service is called without the prefix of its path.
            router: router(&endpoint, routes, any(serve)).merge(mcp),
            shared: Arc::new(SharedService {
                endpoint,
                running: Mutex::new(Some(running)),
                permits: Arc::new(Semaphore::new(MAX_REQUESTS as usize)),
                _sweeping: AbortOnDrop(sweeping.abort_handle()),
            }),
        }
    }

    /// Refuses new requests, lets running ones finish for at most [`HttpOptions::drain`], and runs
    /// the stop hooks.
    ///
    /// # Errors
    /// When a stop hook fails.
    pub async fn shutdown(&self) -> Result<()> {
        let endpoint = &self.shared.endpoint;
        let all_done = self.shared.permits.acquire_many(MAX_REQUESTS);
        endpoint.drain(all_done).await;
        endpoint.sessions.end_all();
        endpoint.dispatcher.stop_tasks();
        let running = lock(&self.shared.running).take();
        match running {
            Some(running) => running.stop().await,
            None => Ok(()),
        }
    }
}

impl<B> Service<HttpRequest<B>> for HttpService
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequest<B>) -> Self::Future {
        let mut router = self.router.clone();
        let permit = Arc::clone(&self.shared.permits).try_acquire_owned();
        Box::pin(async move {
            let Ok(permit) = permit else {
                let why = "too many requests: try again later";
                let busy = response::text(StatusCode::SERVICE_UNAVAILABLE, why);
                return Ok(busy.map(Body::new));
            };
            let response = Service::call(&mut router, request).await?;
            Ok(response.map(|body| {
                Body::new(TrackedBody {
                    body,
                    _request: permit,
                })
            }))
        })
    }
}

/// Serves MCP.
async fn serve(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response<Body> {
    let origin: Origin = request.extensions().get().copied().unwrap_or_default();
    let response = endpoint::serve(&endpoint, request, origin, None).await;
    response.map(Body::new)
}
