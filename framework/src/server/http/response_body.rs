//! [`ResponseBody`]: the body of a response.

use axum::body::Body;
use bytes::Bytes;
use http_body_util::{Either, Full};

/// The body of a response: complete, or a stream. A complete body needs no box.
pub(super) type ResponseBody = Either<Full<Bytes>, Body>;

/// Creates a body from bytes.
pub(super) fn full(bytes: impl Into<Bytes>) -> ResponseBody {
    Either::Left(Full::new(bytes.into()))
}
