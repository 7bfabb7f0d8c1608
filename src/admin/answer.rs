//! Builds the responses of the API.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use toolwright_base::Hexadecimal;

use super::{problem::Problem, texts};

/// The response to a request, or why it is refused.
pub(super) type Answer = Result<Response<Body>, Problem>;

/// Creates a JSON response.
pub(super) fn json(status: StatusCode, value: &impl Serialize) -> Answer {
    let body = bytes(value)?;
    Ok(with_body(status, body))
}

/// Creates a JSON response with the status 200.
pub(super) fn ok(value: &impl Serialize) -> Answer {
    json(StatusCode::OK, value)
}

/// Creates a response without a body.
pub(super) fn no_content() -> Answer {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    Ok(response)
}

/// Adds the revision of the value that a response has.
pub(super) fn with_revision(answer: Answer, revision: &str) -> Answer {
    let mut response = answer?;
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{revision}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Creates a JSON response that a browser may keep and ask about, or 304 if it has the same one.
pub(super) fn cached(headers: &HeaderMap, value: &impl Serialize) -> Answer {
    let body = bytes(value)?;
    let tag = format!("\"{}\"", Hexadecimal(&Sha256::digest(&body)[..16]));
    let known = headers.get(header::IF_NONE_MATCH);
    let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match is_known {
        true => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        }
        false => with_body(StatusCode::OK, body),
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    let no_cache = HeaderValue::from_static("no-cache");
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, no_cache);
    Ok(response)
}

fn bytes(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "a response cannot be written");
        Problem::internal(texts::response_unwritable())
    })
}

fn with_body(status: StatusCode, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
