//! The implementations of [`core::Peer`](crate::core::Peer): how a running call reaches its client.
//!
//! There are two, because the two eras of the protocol ask a client in different ways:
//!
//! * [`SessionPeer`], up to 2025-11-25: a question is sent while the call waits for its answer.
//! * [`RequestPeer`], from 2026-07-28 on: a question ends the request with `input_required`, and
//!   the client repeats the request with the answer. [`run_round`] runs a call up to that point.
//!
//! Both send through an [`Outbox`], which a transport implements. The
//! [dispatcher](super::dispatch) chooses the peer of a request.

mod request_peer;
mod session_peer;

pub(crate) use request_peer::{InputRequests, RequestPeer, RoundEnd, run_round};
pub(crate) use session_peer::{NoOutbox, Outbox, SessionPeer};
