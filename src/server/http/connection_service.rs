//! [`connection_service`]: routes the requests of a connection.

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
    idle_timeout::{ConnectionActivity, TrackedBody},
    response_body::ResponseBody,
};
use crate::core::Origin;

/// The path of the MCP endpoint.
const MCP: &str = "/mcp";

/// Creates the service of a connection. `/mcp` is served directly, all other paths by the router.
pub(super) fn connection_service(
    endpoint: Arc<Endpoint>,
    router: Router,
    activity: Arc<ConnectionActivity>,
    origin: Origin,
) -> impl Service<Request<Incoming>, Response = Response<ResponseBody>, Error = Infallible, Future: Send>
{
    let router = TowerToHyperService::new(router);
    service_fn(move |mut request: Request<Incoming>| {
        let active = activity.begin_request();
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
                Either::Left(full) => Either::Left(full),
                Either::Right(body) => Either::Right(Body::new(TrackedBody {
                    body,
                    _request: active,
                })),
            }))
        }
    })
}
