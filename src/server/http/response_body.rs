//! [`Payload`]: the body of a response.

use axum::body::Body;
use bytes::Bytes;
use http_body_util::{Either, Full};

/// The body of a response: whole, or a stream.
pub(super) type Payload = Either<Full<Bytes>, Body>;

/// A body that is there already.
pub(super) fn whole(bytes: impl Into<Bytes>) -> Payload {
    Either::Left(Full::new(bytes.into()))
}
