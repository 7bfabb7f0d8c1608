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
    connection_place::ConnectionPlace,
    endpoint::{self, Endpoint},
    idle_timeout::{ConnectionActivity, TrackedBody},
    monitoring, response,
    response_body::ResponseBody,
};
use crate::core::Origin;

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
    service_fn(move |mut request: Request<Incoming>| {
        let active = activity.begin_request();
        let other = (request.uri().path() != endpoint::PATH).then(|| router.clone());
        let endpoint = Arc::clone(&endpoint);
        let place = (!place.is_held()).then(|| Arc::clone(&place));
        async move {
            if let Some(place) = place
                && !monitoring::is_path(request.uri().path())
                && !place.wait().await
            {
                return Ok(response::busy());
            }
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
