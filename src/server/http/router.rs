//! The router of all paths that are not `/mcp`: those for operators, those of the older transport,
//! and the server's own pages.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{Response, header},
    middleware::{self, Next},
    routing::{MethodRouter, get},
};

use super::{
    draining::Draining,
    endpoint::{self, Endpoint},
    legacy_sse, monitoring,
};
use crate::{
    access::ResourceMetadata,
    core::{Caller, Origin},
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
    /// Whether requests may come here that do not prove who makes them. The page decides itself.
    pub(crate) is_open: bool,
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
    router = add_resource_metadata(router, endpoint);
    if routes.iter().all(|route| route.path != ROOT) {
        router = router.route(ROOT, root);
    }
    for Route {
        path,
        methods,
        is_open,
    } in routes
    {
        let state = (Arc::clone(endpoint), is_open);
        let guard = middleware::from_fn_with_state(state, check_access);
        router = router.route(&path, methods.layer(guard).with_state(()));
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
    let page = get(move || {
        let json = [(header::CONTENT_TYPE, "application/json")];
        std::future::ready((json, document.clone()))
    });
    let path = format!("{}/mcp", ResourceMetadata::PATH);
    router
        .route(ResourceMetadata::PATH, page.clone())
        .route(&path, page)
}

/// Refuses requests with a foreign `Host` or `Origin`, and those that do not prove who makes them
/// unless the page is open. The page finds the [`Caller`] in the extensions of the request.
async fn check_access(
    State((endpoint, is_open)): State<(Arc<Endpoint>, bool)>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let draining = endpoint.dispatcher.draining().clone();
    let origin: Origin = request.extensions().get().copied().unwrap_or_default();
    let (method, headers) = (request.method(), request.headers());
    let caller = match endpoint.authenticate(method, headers, origin).await {
        Ok(identity) => Some(identity.map_or_else(|| Caller::of(origin), Caller::from)),
        Err(_) if is_open && endpoint.check_access(headers).is_ok() => None,
        Err(refused) => return refused.map(Body::new),
    };
    let extensions = request.extensions_mut();
    extensions.insert(Draining(draining));
    if let Some(caller) = caller {
        extensions.insert(caller);
    }
    next.run(request).await
}
