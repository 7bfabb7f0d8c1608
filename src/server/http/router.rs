//! The router of all paths that are not `/mcp`: those for operators, those of the older transport,
//! and the server's own pages.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::Response,
    middleware::{self, Next},
    routing::MethodRouter,
};

use super::{
    draining::Draining,
    endpoint::{self, Endpoint},
    legacy_sse, monitoring,
};

/// The path of a server's front page, or of MCP in a server that is nested.
const ROOT: &str = "/";

/// The paths that a server uses itself.
const RESERVED: [&str; 6] = [
    endpoint::PATH,
    legacy_sse::MESSAGES,
    legacy_sse::STREAM,
    monitoring::HEALTH,
    monitoring::METRICS,
    monitoring::READINESS,
];

/// A page of a server's own.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    pub(crate) path: String,
    pub(crate) methods: MethodRouter,
}

impl Route {
    /// Returns why there cannot be a page at this path.
    pub(crate) fn problem(&self) -> Option<&'static str> {
        if !self.path.starts_with('/') {
            return Some("a path starts with `/`");
        }
        RESERVED
            .contains(&self.path.as_str())
            .then_some("the server uses this path itself")
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
    if routes.iter().all(|route| route.path != ROOT) {
        router = router.route(ROOT, root);
    }
    for Route { path, methods } in routes {
        let guard = middleware::from_fn_with_state(Arc::clone(endpoint), check_access);
        router = router.route(&path, methods.layer(guard).with_state(()));
    }
    router.with_state(Arc::clone(endpoint))
}

/// Refuses requests with a foreign `Host` or `Origin`.
async fn check_access(
    State(endpoint): State<Arc<Endpoint>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let draining = endpoint.dispatcher.draining().clone();
    request.extensions_mut().insert(Draining(draining));
    match endpoint.check_access(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.map(Body::new),
    }
}
