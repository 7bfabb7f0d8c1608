//! The routes of the API, made from its operations.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, Request, Response, StatusCode, header},
    routing::{MethodFilter, MethodRouter, any, on},
};
use toolwright::transport::{RefusalReason, Route};

use super::{
    api::Api, audit::AuditEntry, compression::Compression, openapi::document, operation::Operation,
    operations::operations, problem::Problem, request::ApiRequest, rights::Right, texts,
};

/// The path that all others begin with.
const BASE: &str = "/api/v1";

/// The headers of every response, so that a browser takes nothing for something else.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    ),
    (header::CACHE_CONTROL, "no-store"),
];

/// Returns the routes of all operations with their whole paths, and one for every other path below
/// `/api/v1`.
pub(crate) fn routes(api: &Arc<Api>) -> Vec<Route> {
    let operations = operations();
    api.describe(document(&operations, api.facts.version));
    let mut paths: BTreeMap<&str, Vec<&Operation>> = BTreeMap::new();
    for operation in &operations {
        paths.entry(operation.path).or_default().push(operation);
    }
    let mut routes: Vec<_> = paths
        .into_iter()
        .map(|(path, operations)| {
            let route = Route::new(format!("{BASE}{path}"), methods(api, &operations));
            match operations.iter().any(|one| one.right == Right::Nothing) {
                true => route.open(),
                false => route,
            }
        })
        .collect();
    for rest in ["", "/", "/{*rest}"] {
        routes.push(Route::new(format!("{BASE}{rest}"), any(unknown_path)));
    }
    let refusing = |route: Route| route.refusing(refused);
    routes.into_iter().map(refusing).collect()
}

fn methods(api: &Arc<Api>, operations: &[&Operation]) -> MethodRouter {
    let names: Vec<_> = operations.iter().map(|one| one.method.as_str()).collect();
    let allowed = names.join(", ");
    let router = MethodRouter::new().fallback(move || async move { not_allowed(&allowed) });
    operations.iter().fold(router, |router, operation| {
        let (api, operation) = (Arc::clone(api), Arc::new((*operation).clone()));
        let Ok(filter) = MethodFilter::try_from(operation.method.clone()) else {
            return router;
        };
        router.merge(on(filter, move |request: Request<Body>| async move {
            serve(api, &operation, request).await
        }))
    })
}

async fn serve(api: Arc<Api>, operation: &Operation, request: Request<Body>) -> Response<Body> {
    let compression = Compression::of(request.method(), request.headers());
    let response = match answer(api, operation, request).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    };
    compression.apply(secured(response)).await
}

async fn answer(
    api: Arc<Api>,
    operation: &Operation,
    request: Request<Body>,
) -> Result<Response<Body>, Problem> {
    let request = ApiRequest::read(request, operation.body_limits(), operation.stated()).await?;
    if !operation.is_change() {
        request.require(operation.right)?;
        return (operation.handler)(api, request).await;
    }
    let (id, right, handler) = (operation.id, operation.right, operation.handler);
    // A task, so that a change is made and recorded also if the client goes away.
    let changed = tokio::spawn(async move {
        let entry = AuditEntry::of(id, &request);
        let caller = request.caller.counted_as();
        let answer = match request.require(right) {
            Ok(()) => handler(Arc::clone(&api), request).await,
            Err(problem) => Err(problem),
        };
        if let Some(entry) = entry.answered(&answer) {
            api.audit.write(&caller, entry).await;
        }
        answer
    });
    changed
        .await
        .unwrap_or_else(|error| Err(Problem::stopped(&error)))
}

/// Writes the refusal of a request that did not get here, for example for its credentials, as all
/// others are.
fn refused(response: Response<Body>) -> Response<Body> {
    let (mut parts, _) = response.into_parts();
    let reason = parts.extensions.get::<RefusalReason>();
    let reason = reason.map_or_else(texts::request_refused, |RefusalReason(reason)| {
        reason.as_str().into()
    });
    let mut written = Problem::new(parts.status, reason).into_response();
    for name in [header::WWW_AUTHENTICATE, header::RETRY_AFTER] {
        if let Some(value) = parts.headers.remove(&name) {
            written.headers_mut().insert(name, value);
        }
    }
    secured(written)
}

async fn unknown_path(request: Request<Body>) -> Response<Body> {
    secured(Problem::unknown(texts::no_path, request.uri().path()).into_response())
}

fn not_allowed(allowed: &str) -> Response<Body> {
    let message = texts::path_supports(allowed);
    let problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, message);
    let mut response = problem.into_response();
    if let Ok(allowed) = HeaderValue::from_str(allowed) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    secured(response)
}

/// Adds the headers that every response has, unless it has others.
fn secured(mut response: Response<Body>) -> Response<Body> {
    for (name, value) in HEADERS {
        let headers = response.headers_mut();
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}
