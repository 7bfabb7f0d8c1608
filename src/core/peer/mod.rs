//! [`Peer`]: the client behind a call, as tools see it.

mod ask_error;
mod client_profile;
mod input_request;
mod notice;
mod sample_request;

use serde_json::Value;

pub(crate) use self::client_profile::TASKS_EXTENSION;
pub use self::{
    ask_error::AskError,
    client_profile::{ClientCapabilities, ClientProfile, Implementation, Origin},
    input_request::InputRequest,
    notice::{LogLevel, Notice},
    sample_request::{SampleMessage, SampleRequest},
};
use crate::core::future::BoxFuture;

/// The client behind a call. The server implements it for each way that a call can come: a session, a request of its
/// own, a task, a test. A [`Context`](crate::Context) stands on it and on nothing of the wire.
pub trait Peer: Send + Sync {
    /// Who it is, and what it can do.
    fn client(&self) -> &ClientProfile;

    /// The least level that it wants to hear, or none.
    fn log_level(&self) -> Option<LogLevel>;

    /// Whether it wants to hear of progress.
    fn wants_progress(&self) -> bool;

    /// Tells it something while the call runs. Waits when the client reads slowly.
    fn notify(&self, notice: Notice) -> BoxFuture<'_, ()>;

    /// Asks it for something, under a key that is the same when the call is replayed.
    fn request(&self, key: String, request: InputRequest)
    -> BoxFuture<'_, Result<Value, AskError>>;

    /// Closes the response's stream without ending the call: the client comes back for the answer.
    fn release_stream(&self) {}

    /// Goes on in the background, where the client knows tasks: it gets a task now and the answer later.
    fn background(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}
