//! [`Peer`]: the client behind a call.
//!
//! Here is what a server knows of a client ([`ClientProfile`], [`Caller`]), tells it ([`Notice`]) and asks it
//! ([`InputRequest`]). The [`Context`](crate::Context) of a call, a room above, is what functions
//! use.

mod caller;
mod client_profile;
mod client_session;
mod identity;
mod input_request;
mod request_head;
mod short_text;
mod virtual_server;
mod virtual_servers;

use serde_json::Value;

pub use self::{
    caller::{Caller, Origin},
    client_profile::{ClientCapabilities, ClientProfile, Implementation},
    client_session::ClientSession,
    identity::{AccessRole, Identity, Rights, UnknownRole},
    input_request::{AskError, InputRequest, LogLevel, Notice, SampleMessage, SampleRequest},
    request_head::RequestHead,
    virtual_server::VirtualServer,
    virtual_servers::VirtualServers,
};
pub(crate) use self::{client_profile::TASKS_EXTENSION, client_session::SessionRoom};
use crate::core::future::BoxFuture;

/// The client behind a call.
///
/// The server implements it for each way in which a call arrives: a session, a request of its own,
/// a task, a test. A [`Context`](crate::Context) stands on it, and knows nothing of the transport.
///
/// ```
/// use std::{sync::Arc, time::Instant};
///
/// use serde_json::Value;
/// use toolwright::{
///     BoxFuture, Context,
///     call::{AskError, ClientProfile, InputRequest, LogLevel, Notice, Peer, Services},
/// };
///
/// /// A client that hears nothing and answers nothing.
/// #[derive(Default)]
/// struct Silent(ClientProfile);
///
/// impl Peer for Silent {
///     fn client(&self) -> &ClientProfile {
///         &self.0
///     }
///     fn log_level(&self) -> Option<LogLevel> {
///         None
///     }
///     fn wants_progress(&self) -> bool {
///         false
///     }
///     fn notify(&self, _: Notice) -> BoxFuture<'_, ()> {
///         Box::pin(async {})
///     }
///     fn request(&self, _: String, _: InputRequest) -> BoxFuture<'_, Result<Value, AskError>> {
///         Box::pin(async { Err(AskError::Declined) })
///     }
/// }
///
/// let services = Arc::new(Services::default());
/// let peer = Arc::new(Silent::default());
/// let context = Context::new(peer, services, Default::default(), Instant::now());
/// assert!(context.client().info.is_none());
/// ```
pub trait Peer: Send + Sync {
    /// The identity and the capabilities of the client.
    fn client(&self) -> &ClientProfile;

    /// The lowest level of log messages that the client wants, or `None` if it wants none.
    fn log_level(&self) -> Option<LogLevel>;

    /// Whether the client wants reports of progress.
    fn wants_progress(&self) -> bool;

    /// Sends a notice while the call runs. Waits if the client reads slowly.
    fn notify(&self, notice: Notice) -> BoxFuture<'_, ()>;

    /// Asks the client, under a key that is the same when the call is replayed.
    fn request(&self, key: String, request: InputRequest)
    -> BoxFuture<'_, Result<Value, AskError>>;

    /// The head of the HTTP request that the call came with, if it came over HTTP.
    fn request_head(&self) -> Option<&RequestHead> {
        None
    }

    /// The id of the request that the call came with, if it came with one.
    fn request_id(&self) -> Option<String> {
        None
    }

    /// The session of the client, if it has one.
    fn session(&self) -> Option<&ClientSession> {
        None
    }

    /// Whether a question ends the request, so that the call runs again from its start with the
    /// answer.
    fn replays(&self) -> bool {
        false
    }

    /// Closes the stream of the response without ending the call. The client comes back for the
    /// answer.
    fn release_stream(&self) {}

    /// Continues the call in the background, if the client knows tasks. It gets a task now and the
    /// answer later.
    fn background(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}
