//! [`RequestSource`]: the headers and the sender of a request.

use axum::http::HeaderMap;

use crate::server::dispatch::Arrival;

/// The headers of a `POST`, its sender and its time of arrival.
pub(super) struct RequestSource {
    pub(super) headers: HeaderMap,
    pub(super) arrival: Arrival,
}
