//! Responses, their bodies, and the HTTP status of a JSON-RPC error. No other code decides that.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use bytes::Bytes;
use http_body_util::{Either, Full};

use crate::server::protocol::{
    BUSY, Fault, HEADER_MISMATCH, METHOD_NOT_FOUND, MISSING_CAPABILITY, Reply, UNSUPPORTED_VERSION,
};

/// The response to a request that is rejected before it reaches the dispatcher. It is boxed to keep
/// the `Result`s small.
pub(super) type Rejection = Box<Response<ResponseBody>>;

/// The reason of a rejection, in the extensions of its response, for pages that write it in a format
/// of their own.
#[derive(Debug, Clone)]
pub struct RefusalReason(pub String);

/// Creates a JSON response from a reply, with the status code that fits it.
pub(super) fn json(reply: &Reply, modern: bool) -> Response<ResponseBody> {
    let mut response = json_body(reply.body.clone());
    *response.status_mut() = status_code(reply.fault, modern);
    response
}

/// Creates the response to a batch.
pub(super) fn json_array(replies: &[Reply]) -> Response<ResponseBody> {
    json_body(Reply::array(replies))
}

fn json_body(body: Bytes) -> Response<ResponseBody> {
    let mut response = Response::new(full(body));
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// Creates a response without a body.
pub(super) fn empty(status: StatusCode) -> Response<ResponseBody> {
    let mut response = Response::new(full(Bytes::new()));
    *response.status_mut() = status;
    response
}

/// Creates a response 405 with the allowed methods and the reason.
pub(super) fn not_allowed(instead: &'static str, why: &str) -> Rejection {
    let mut response = text(StatusCode::METHOD_NOT_ALLOWED, why);
    let instead = HeaderValue::from_static(instead);
    response.headers_mut().insert(header::ALLOW, instead);
    response
}

/// Creates the response to a request of a connection that found no place.
pub(super) fn busy() -> Response<ResponseBody> {
    let why = "too many connections: try again later";
    let mut response = *text(StatusCode::SERVICE_UNAVAILABLE, why);
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// Creates a plain-text response with the reason.
pub(super) fn text(status: StatusCode, why: &str) -> Rejection {
    let mut response = Response::new(full(format!("{why}\n")));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
        .extensions_mut()
        .insert(RefusalReason(why.to_owned()));
    response.into()
}

/// The body of a response: complete, or a stream. A complete body needs no box.
pub(super) type ResponseBody = Either<Full<Bytes>, Body>;

/// Creates a body from bytes.
pub(super) fn full(bytes: impl Into<Bytes>) -> ResponseBody {
    Either::Left(Full::new(bytes.into()))
}

/// Returns the status code for `fault`. Clients with a session read most errors from the body of a
/// response 200.
pub(super) const fn status_code(fault: Option<Fault>, modern: bool) -> StatusCode {
    match fault {
        None => StatusCode::OK,
        Some(Fault {
            code: BUSY,
            refused: true,
        }) => StatusCode::SERVICE_UNAVAILABLE,
        Some(Fault { refused: true, .. }) => StatusCode::BAD_REQUEST,
        Some(_) if !modern => StatusCode::OK,
        Some(Fault {
            code: METHOD_NOT_FOUND,
            ..
        }) => StatusCode::NOT_FOUND,
        Some(Fault {
            code: HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION,
            ..
        }) => StatusCode::BAD_REQUEST,
        Some(_) => StatusCode::OK,
    }
}
