//! The client behind a call, once for each way that a call can come.

mod notices;
mod pause;
mod questions;
mod request_peer;
mod session_peer;

pub(crate) use pause::{Paused, run_until_paused};
pub(crate) use questions::Questions;
pub(crate) use request_peer::RequestPeer;
pub(crate) use session_peer::SessionPeer;
