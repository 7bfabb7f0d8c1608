//! [`Outbox`]: where messages to a client go while its request runs.

use bytes::Bytes;

use crate::core::BoxFuture;

/// Where messages to a client go while its request runs.
pub(crate) trait Outbox: Send + Sync {
    /// Sends one message; waits where the client reads slowly; says whether it is still there.
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool>;

    /// Sends one message if there is room for it now.
    fn send_now(&self, _message: Bytes) {}

    /// Closes the way for now: the client comes back for the rest.
    fn release(&self) {}
}

/// A way out for requests that nobody hears while they run.
#[derive(Debug, Default)]
pub(crate) struct NoOutbox;

impl Outbox for NoOutbox {
    fn send(&self, _: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(std::future::ready(false))
    }
}
