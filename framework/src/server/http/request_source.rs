//! [`RequestSource`]: the head and the sender of a request.

use crate::{
    core::RequestHead,
    server::{client_state::PooledBytes, dispatch::Arrival},
};

/// The head of a `POST`, its sender and its time of arrival.
pub(super) struct RequestSource {
    pub(super) head: Box<RequestHead>,
    pub(super) arrival: Arrival,
    /// The bytes of a large body, until the request is handled.
    pub(super) counted: Option<PooledBytes>,
}
