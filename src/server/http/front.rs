//! [`Front`]: where the requests of a connection go.

use std::{convert::Infallible, sync::Arc};

use axum::{Router, http::Request, http::Response};
use http_body_util::Either;
use hyper::{
    body::Incoming,
    service::{Service, service_fn},
};
use hyper_util::service::TowerToHyperService;

use super::{
    endpoint::{self, Endpoint},
    payload::Payload,
};

/// Where MCP is.
const MCP: &str = "/mcp";

/// The service of a connection: `/mcp` without a detour, everything else by the router.
pub(super) fn front(
    endpoint: Arc<Endpoint>,
    router: Router,
) -> impl Service<Request<Incoming>, Response = Response<Payload>, Error = Infallible, Future: Send>
+ Clone {
    let router = TowerToHyperService::new(router);
    service_fn(move |request: Request<Incoming>| {
        let other = (request.uri().path() != MCP).then(|| router.clone());
        let endpoint = Arc::clone(&endpoint);
        async move {
            match other {
                None => Ok(endpoint::serve(&endpoint, request).await),
                Some(router) => Ok(router.call(request).await?.map(Either::Right)),
            }
        }
    })
}
