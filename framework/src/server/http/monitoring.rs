//! `/healthz`, `/readyz` and `/metrics`, for operators, and `/` for whoever looks there first.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header},
    routing::{MethodRouter, get},
};

use super::{
    endpoint::Endpoint,
    response::{self, Rejection},
    response_body::{self, ResponseBody},
};
use crate::core::{AccessRole, Origin};

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
        (StatusCode::OK, "ready".to_owned())
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
async fn metrics(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response<Body> {
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
        let identity = self.authenticate(&Method::GET, headers, origin).await?;
        if identity.is_some_and(|it| it.role() != AccessRole::Admin || it.rights().is_limited()) {
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
        let mut response = Response::new(response_body::full(text));
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, PROMETHEUS);
        Ok(response)
    }
}
