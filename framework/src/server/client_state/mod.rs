//! State of a client that outlives a single request.
//!
//! There are four kinds, and each has its own lifetime:
//!
//! * a [`Session`] is the state of a client up to 2025-11-25, which starts with `initialize`. One
//!   belongs to a stdio connection; those of HTTP are kept by `http::session_store`. What another
//!   server needs to go on with one can travel in its id, sealed ([`SessionBinding`]).
//! * [`UserSessions`] have what tools keep for the clients of 2026-07-28, which have no session: by the
//!   identity of the caller, until it was not used for an hour.
//! * a [`Task`] is a call that goes on after its request was answered. The [`TaskStore`] keeps it
//!   until it expires.
//! * a request state ([`StateSeal`]) is what the server would have to remember between two rounds
//!   of questions on 2026-07-28. It is encrypted and travels with the client, so the server keeps
//!   nothing but which ones came back already ([`UsedStates`](request_state::UsedStates)).
//!
//! All of it is limited: a [`MemoryBudget`] has the bytes that clients share, and each client its part.
//!
//! The [peers](super::peer) use these to send messages to the client. Nothing in here sends
//! anything.

mod byte_pool;
mod byte_share;
mod portable_session;
mod request_state;
mod session;
mod task;
mod task_store;
mod user_sessions;

pub(super) use byte_pool::{BytePool, MemoryBudget, PooledBytes};
pub(super) use portable_session::SessionBinding;
pub(super) use request_state::{RequestBinding, StateSeal};
pub(super) use session::{Handshake, MAX_RUNNING, RunningRequest, Session};
pub(super) use task::Task;
pub(super) use task_store::TaskStore;
pub(super) use user_sessions::{SessionSource, UserSessions};
