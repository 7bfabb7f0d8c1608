//! The client behind a call, once for each way that a call can come.

mod input_requests;
mod notifications;
mod outbox;
mod request_peer;
mod round;
mod session_peer;

pub(crate) use input_requests::Questions;
pub(crate) use outbox::{NoOutbox, Outbox};
pub(crate) use request_peer::RequestPeer;
pub(crate) use round::{Paused, run_until_paused};
pub(crate) use session_peer::SessionPeer;
