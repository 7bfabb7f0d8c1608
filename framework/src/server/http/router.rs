//! The router of all paths that are not `/mcp`: those for operators, those of the older transport,
//! and the server's own pages.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{Response, StatusCode, Uri, header},
    middleware::{self, Next},
    routing::{MethodRouter, get},
};

use super::{
    endpoint::{self, Endpoint},
    host_guard, legacy_sse, monitoring,
};
use crate::{
    access::ResourceMetadata,
    core::{Caller, Origin},
};

/// The path of a server's front page, or of MCP in a server that is nested.
const ROOT: &str = "/";

/// The paths that a server uses itself.
const RESERVED: [&str; 7] = [
    endpoint::PATH,
    legacy_sse::MESSAGES,
    legacy_sse::STREAM,
    monitoring::HEALTH,
    monitoring::METRICS,
    monitoring::READINESS,
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
    pub fn new(path: impl Into<String>, methods: MethodRouter) -> Self {
        Self {
            path: path.into(),
            methods,
            is_open: false,
            refuse: std::convert::identity,
        }
    }

    /// Lets everybody see the page, also without credentials. Requests without valid ones have no
    /// [`Caller`] in their extensions.
    pub const fn open(mut self) -> Self {
        self.is_open = true;
        self
    }

    /// Changes the responses to requests that are refused before the page sees them.
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
    let mut router = monitoring::add_routes(Router::new());
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
/// unless the page is open. The page finds the [`Caller`] in the extensions of the request.
async fn check_access(
    State(guard): State<Guard>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let origin: Origin = request.extensions().get().copied().unwrap_or_default();
    let (method, headers) = (request.method(), request.headers());
    let endpoint = &guard.endpoint;
    let caller = match endpoint.authenticate(method, headers, origin).await {
        Ok(Some(identity)) => Some(Caller::from(identity)),
        Ok(None) if host_guard::is_direct(headers) => Some(Caller::of(origin)),
        Ok(None) => Some(Caller::of(origin).elsewhere()),
        Err(_) if guard.is_open && endpoint.check_access(headers).is_ok() => None,
        Err(refused) => return (guard.refuse)(refused.map(Body::new)),
    };
    let extensions = request.extensions_mut();
    extensions.insert(endpoint.page_context());
    if let Some(caller) = caller {
        extensions.insert(caller);
    }
    next.run(request).await
}
