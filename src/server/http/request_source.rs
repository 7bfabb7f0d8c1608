//! [`Sender`].

use axum::http::HeaderMap;

use crate::server::dispatch::Arrival;

/// Who sent a message, and what it says beside the message.
pub(super) struct Sender {
    pub(super) headers: HeaderMap,
    pub(super) arrival: Arrival,
}
