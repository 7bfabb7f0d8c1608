//! Responses: plain JSON, plain text, and refusals.

use axum::http::{HeaderValue, Response, StatusCode, header};
use bytes::Bytes;

use super::{
    response_body::{self, Payload},
    status,
};
use crate::server::protocol::Reply;

/// Why there is no answer but a status.
pub(super) type Refused = Box<Response<Payload>>;

/// A reply as JSON, with its status.
pub(super) fn json(reply: &Reply, modern: bool) -> Response<Payload> {
    let mut response = json_body(reply.body.clone());
    *response.status_mut() = status::of(reply.fault, modern);
    response
}

/// The replies to a batch.
pub(super) fn json_array(replies: &[Reply]) -> Response<Payload> {
    json_body(Reply::array(replies))
}

fn json_body(body: Bytes) -> Response<Payload> {
    let mut response = Response::new(response_body::whole(body));
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// A status and nothing more.
pub(super) fn empty(status: StatusCode) -> Response<Payload> {
    let mut response = Response::new(response_body::whole(Bytes::new()));
    *response.status_mut() = status;
    response
}

/// 405, with the methods that could be used instead and a line that says why.
pub(super) fn not_allowed(instead: &'static str, why: &str) -> Refused {
    let mut response = text(StatusCode::METHOD_NOT_ALLOWED, why);
    let instead = HeaderValue::from_static(instead);
    response.headers_mut().insert(header::ALLOW, instead);
    response
}

/// A status and a line that says why.
pub(super) fn text(status: StatusCode, why: &str) -> Refused {
    let mut response = Response::new(response_body::whole(format!("{why}\n")));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response.into()
}
