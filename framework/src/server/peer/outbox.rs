//! [`Outbox`]: sends messages to a client while its request runs.

use bytes::Bytes;

use crate::core::BoxFuture;

/// Sends messages to a client while its request runs. Each transport implements it.
pub(crate) trait Outbox: Send + Sync {
    /// Sends a message, and waits if the client reads slowly. Returns whether the client is still
    /// connected.
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool>;

    /// Sends a message if there is room for it now, and drops it otherwise.
    fn send_now(&self, _message: Bytes) {}

    /// Closes the stream for now. The client resumes it later for the rest.
    fn release(&self) {}
}

/// An outbox that drops all messages, for requests whose client reads nothing but the response.
#[derive(Debug, Default)]
pub(crate) struct NoOutbox;

impl Outbox for NoOutbox {
    fn send(&self, _: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(std::future::ready(false))
    }
}
