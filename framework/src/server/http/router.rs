//! The routes of the server: MCP, the server's own pages, health and metrics.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{Request as PageRequest, State},
    http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri, header},
    middleware::{self, Next},
    routing::{MethodRouter, get},
};
use http_body_util::Either;
use hyper::{
    body::Incoming,
    service::{Service, service_fn},
};
use hyper_util::service::TowerToHyperService;

use super::{
    connection_table::ConnectionPlace,
    endpoint,
    endpoint::Endpoint,
    host_guard,
    idle_timeout::{ActiveRequest, ConnectionActivity, TrackedBody},
    legacy_sse, response,
    response::{Rejection, ResponseBody},
    unread_rest::{UnreadRest, WatchedBody},
};
use crate::{
    access::ResourceMetadata,
    core::{AccessRole, Origin},
};

/// The path of a server's front page, or of MCP in a server that is nested.
const ROOT: &str = "/";

/// The paths that a server uses itself.
const RESERVED: [&str; 7] = [
    endpoint::PATH,
    legacy_sse::MESSAGES,
    legacy_sse::STREAM,
    HEALTH,
    METRICS,
    READINESS,
    ResourceMetadata::PATH,
];

/// A page of a server's own.
#[derive(Debug, Clone)]
pub struct Route {
    pub(crate) path: String,
    pub(crate) methods: MethodRouter,
    /// Whether requests may come here that do not prove who makes them. The page decides itself.
    is_open: bool,
    /// Changes the response to a request that the page does not get to see.
    refuse: fn(Response<Body>) -> Response<Body>,
}

impl Route {
    /// Creates a page for callers who proved who they are, where the server asks for it.
    ///
    /// ```
    /// use toolwright::{
    ///     Server,
    ///     transport::{Route, axum::{response::Html, routing::get}},
    /// };
    ///
    /// let about = Route::new("/about", get(|| async { Html("<h1>The library</h1>") }));
    /// let server = Server::new("library").pages([about]);
    /// ```
    pub fn new(path: impl Into<String>, methods: MethodRouter) -> Self {
        Self {
            path: path.into(),
            methods,
            is_open: false,
            refuse: std::convert::identity,
        }
    }

    /// Lets everybody see the page, also without credentials. Requests without valid ones have no
    /// [`Caller`](crate::call::Caller) in their extensions.
    pub const fn open(mut self) -> Self {
        self.is_open = true;
        self
    }

    /// Changes the responses to requests that are refused before the page sees them.
    #[doc(hidden)]
    pub const fn refusing(mut self, refuse: fn(Response<Body>) -> Response<Body>) -> Self {
        self.refuse = refuse;
        self
    }

    /// Returns why there cannot be a page at this path.
    pub(crate) fn problem(&self) -> Option<&'static str> {
        if !self.path.starts_with('/') {
            return Some("a path starts with `/`");
        }
        let is_reserved = RESERVED.contains(&self.path.as_str())
            || self
                .path
                .starts_with(&format!("{}/", ResourceMetadata::PATH));
        is_reserved.then_some("the server uses this path itself")
    }
}

/// Creates the router of an endpoint with these pages. `root` is at `/` unless one of them is.
pub(super) fn router(
    endpoint: &Arc<Endpoint>,
    routes: Vec<Route>,
    root: MethodRouter<Arc<Endpoint>>,
) -> Router {
    let mut router = add_routes(Router::new());
    if endpoint.options.legacy_sse {
        router = legacy_sse::add_routes(router);
    }
    router = add_resource_metadata(router, endpoint);
    if routes.iter().all(|route| route.path != ROOT) {
        router = router.route(ROOT, root);
    }
    for route in routes {
        let guard = Guard {
            endpoint: Arc::clone(endpoint),
            is_open: route.is_open,
            refuse: route.refuse,
        };
        let guard = middleware::from_fn_with_state(guard, check_access);
        router = router.route(&route.path, route.methods.layer(guard).with_state(()));
    }
    router.with_state(Arc::clone(endpoint))
}

/// Adds the document that tells clients where to get tokens, which everybody may read.
fn add_resource_metadata(
    router: Router<Arc<Endpoint>>,
    endpoint: &Endpoint,
) -> Router<Arc<Endpoint>> {
    let authentication = &endpoint.dispatcher.settings().authentication;
    let Some(metadata) = authentication.resource_metadata() else {
        return router;
    };
    let document = serde_json::to_string(metadata).unwrap_or_default();
    // Clients ask with the path of the resource, which a proxy may have changed.
    let paths = [
        ResourceMetadata::PATH.to_owned(),
        format!("{}{}", ResourceMetadata::PATH, endpoint::PATH),
        metadata.path(),
    ];
    let page = get(move |uri: Uri| {
        let json = [(header::CONTENT_TYPE, "application/json")];
        let is_known = paths.iter().any(|path| path == uri.path());
        let found = is_known.then(|| (json, document.clone()));
        std::future::ready(found.ok_or(StatusCode::NOT_FOUND))
    });
    let below = format!("{}/{{*path}}", ResourceMetadata::PATH);
    router
        .route(ResourceMetadata::PATH, page.clone())
        .route(&below, page)
}

/// The part of a [`Route`] that every request needs.
#[derive(Clone)]
struct Guard {
    endpoint: Arc<Endpoint>,
    is_open: bool,
    refuse: fn(Response<Body>) -> Response<Body>,
}

/// Refuses requests with a foreign `Host` or `Origin`, and those that do not prove who makes them
/// unless the page is open. The page finds the `Caller` in the extensions of the request.
async fn check_access(
    State(guard): State<Guard>,
    mut request: PageRequest,
    next: Next,
) -> Response<Body> {
    let origin: Origin = request.extensions().get().copied().unwrap_or_default();
    let (method, headers) = (request.method(), request.headers());
    let endpoint = &guard.endpoint;
    let (caller, origin) = match endpoint.authenticate_for_all(method, headers, origin).await {
        Ok(identity) => {
            let (caller, origin) = host_guard::caller_of(headers, origin, identity);
            (Some(caller), origin)
        }
        Err(_) if guard.is_open && endpoint.check_access(headers).is_ok() => {
            (None, host_guard::origin_of(headers, origin, None))
        }
        Err(refused) => return (guard.refuse)(refused.map(Body::new)),
    };
    let extensions = request.extensions_mut();
    extensions.insert(origin);
    extensions.insert(endpoint.page_context(origin));
    if let Some(caller) = caller {
        extensions.insert(caller);
    }
    next.run(request).await
}

/// Creates the service of a connection. `/mcp` is served directly, all other paths by the router.
/// Without a place, it serves only the paths for operators.
pub(super) fn connection_service(
    endpoint: Arc<Endpoint>,
    router: Router,
    activity: Arc<ConnectionActivity>,
    place: Arc<ConnectionPlace>,
    origin: Origin,
) -> impl Service<Request<Incoming>, Response = Response<ResponseBody>, Error = Infallible, Future: Send>
{
    let router = TowerToHyperService::new(router);
    let rest = Arc::new(UnreadRest::default());
    service_fn(move |request: Request<Incoming>| {
        let active = activity.begin_request();
        let rest = Arc::clone(&rest);
        let mut request = WatchedBody::of(request, &rest);
        let endpoint = Arc::clone(&endpoint);
        let target = McpTarget::of(&endpoint, request.uri().path());
        let other = target.is_none().then(|| router.clone());
        let place = (!place.is_held()).then(|| Arc::clone(&place));
        async move {
            if let Some(place) = place
                && !is_path(request.uri().path())
                && !place.wait().await
            {
                return Ok(response::busy());
            }
            let mut response = match other {
                None => {
                    let part = target.as_ref().and_then(McpTarget::part);
                    endpoint::serve(&endpoint, request, origin, part).await
                }
                Some(router) => {
                    request.extensions_mut().insert(origin);
                    router.call(request).await?.map(Either::Right)
                }
            };
            rest.settle(&mut response).await;
            Ok(response.map(|body| track(body, active)))
        }
    })
}

/// The server of MCP at a path: the whole one, or a part.
enum McpTarget {
    Server,
    VirtualServer(String),
}

impl McpTarget {
    /// Returns what serves MCP at a path, if something does.
    fn of(endpoint: &Endpoint, path: &str) -> Option<Self> {
        if path == endpoint::PATH {
            return Some(Self::Server);
        }
        let paths = endpoint.dispatcher.settings().virtual_servers.as_ref()?;
        paths
            .name(path)
            .map(|name| Self::VirtualServer(name.to_owned()))
    }

    fn part(&self) -> Option<&str> {
        match self {
            Self::Server => None,
            Self::VirtualServer(name) => Some(name),
        }
    }
}

/// Marks the request as done at the end of a body that is not sent at once.
fn track(body: ResponseBody, active: ActiveRequest) -> ResponseBody {
    match body {
        Either::Left(full) => Either::Left(full),
        Either::Right(body) => Either::Right(Body::new(TrackedBody {
            body,
            _request: active,
        })),
    }
}

pub(super) const HEALTH: &str = "/healthz";
pub(super) const READINESS: &str = "/readyz";
pub(super) const METRICS: &str = "/metrics";

/// The content type of the text format that every version of Prometheus reads.
const PROMETHEUS: HeaderValue =
    HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

pub(super) fn add_routes(router: Router<Arc<Endpoint>>) -> Router<Arc<Endpoint>> {
    router
        .route(HEALTH, get(|| async { "ok\n" }))
        .route(READINESS, get(ready))
        .route(METRICS, get(metrics))
}

/// Returns the page at `/` of servers that have no page of their own there.
pub(super) fn front_page() -> MethodRouter<Arc<Endpoint>> {
    get(front)
}

/// Returns whether a path is one of those for operators.
pub(super) fn is_path(path: &str) -> bool {
    matches!(path, HEALTH | READINESS | METRICS)
}

/// Serves `/readyz`. Like `/healthz`, it does not check the host, since probes use other names for
/// the server than its clients do.
async fn ready(State(endpoint): State<Arc<Endpoint>>) -> Response<Body> {
    let missing = endpoint.missing().await;
    let (status, text) = if missing.is_empty() {
        let degraded = endpoint.readiness.degraded().await;
        let text = match degraded.is_empty() {
            true => "ready".to_owned(),
            false => format!("ready, degraded: {}", degraded.join(", ")),
        };
        (StatusCode::OK, text)
    } else {
        let text = format!("not ready: {}", missing.join(", "));
        (StatusCode::SERVICE_UNAVAILABLE, text)
    };
    response::text(status, &text).map(Body::new)
}

/// Serves `/`: what this is, and where its endpoints are.
async fn front(State(endpoint): State<Arc<Endpoint>>, headers: HeaderMap) -> Response<Body> {
    let answer = endpoint.front(&headers);
    answer.unwrap_or_else(|refused| *refused).map(Body::new)
}

/// Serves `/metrics`. They tell the names of tools, so they are for admins alone.
async fn metrics(State(endpoint): State<Arc<Endpoint>>, request: PageRequest) -> Response<Body> {
    let origin: Origin = request.extensions().get().copied().unwrap_or_default();
    let answer = endpoint.metrics(request.headers(), origin).await;
    answer.unwrap_or_else(|refused| *refused).map(Body::new)
}

impl Endpoint {
    /// Returns what keeps the server from taking calls.
    async fn missing(&self) -> Vec<&str> {
        if self.dispatcher.is_draining() {
            return vec!["shutting down"];
        }
        let mut missing = self.readiness.missing().await;
        missing.extend(self.dispatcher.executor().unready());
        missing
    }

    fn front(&self, headers: &HeaderMap) -> Result<Response<ResponseBody>, Rejection> {
        self.check_access(headers)?;
        let info = &self.dispatcher.settings().info;
        let text = format!(
            "{} {}, an MCP server.\n\nMCP clients connect to /mcp. For operators there are /healthz, /readyz and /metrics.",
            info.name, info.version
        );
        Ok(*response::text(StatusCode::OK, &text))
    }

    async fn metrics(
        &self,
        headers: &HeaderMap,
        origin: Origin,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let identity = self
            .authenticate_for_all(&Method::GET, headers, origin)
            .await?;
        let (caller, _) = host_guard::caller_of(headers, origin, identity);
        let is_limited = caller.rights().is_some_and(|rights| rights.is_limited());
        if caller.role() != AccessRole::Admin || is_limited {
            return Err(response::text(
                StatusCode::FORBIDDEN,
                "metrics are for admins",
            ));
        }
        let Some(mut text) = self.dispatcher.executor().metrics() else {
            let why = "this server collects no metrics";
            return Err(response::text(StatusCode::NOT_FOUND, why));
        };
        let sessions = self.sessions.len();
        text.push_str("# HELP toolwright_sessions Sessions that are open.\n");
        text.push_str("# TYPE toolwright_sessions gauge\n");
        text.push_str(&format!("toolwright_sessions {sessions}\n"));
        let mut response = Response::new(response::full(text));
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, PROMETHEUS);
        Ok(response)
    }
}
