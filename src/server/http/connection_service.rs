//! [`front`]: where the requests of a connection go.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Router,
    body::Body,
    http::{Request, Response},
};
use http_body_util::Either;
use hyper::{
    body::Incoming,
    service::{Service, service_fn},
};
use hyper_util::service::TowerToHyperService;

use super::{
    endpoint::{self, Endpoint},
    idle_timeout::{Attention, BusyBody},
    response_body::Payload,
};
use crate::core::Origin;

/// Where MCP is.
const MCP: &str = "/mcp";

/// The service of a connection: `/mcp` without a detour, everything else by the router.
pub(super) fn front(
    endpoint: Arc<Endpoint>,
    router: Router,
    attention: Arc<Attention>,
    origin: Origin,
) -> impl Service<Request<Incoming>, Response = Response<Payload>, Error = Infallible, Future: Send>
{
    let router = TowerToHyperService::new(router);
    service_fn(move |mut request: Request<Incoming>| {
        let busy = attention.begin();
        let other = (request.uri().path() != MCP).then(|| router.clone());
        let endpoint = Arc::clone(&endpoint);
        async move {
            let response = match other {
                None => endpoint::serve(&endpoint, request, origin).await,
                Some(router) => {
                    request.extensions_mut().insert(origin);
                    router.call(request).await?.map(Either::Right)
                }
            };
            Ok(response.map(|payload| match payload {
                Either::Left(whole) => Either::Left(whole),
                Either::Right(body) => Either::Right(Body::new(BusyBody { body, _busy: busy })),
            }))
        }
    })
}
