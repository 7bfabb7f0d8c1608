//! [`Client`]: a client in the same process, for tests and for programs that call their own tools.
//!
//! It uses the same [dispatcher](super::dispatch) as the transports ([HTTP](super::http),
//! [stdio](super::stdio)), so a test sees the same policy, limits and results as a remote client.
//! Only the bytes do not leave the process. It speaks revision 2026-07-28.

mod client;
mod question_handler;
mod response;
mod rounds;

pub use client::Client;
pub use question_handler::{InputQuestion, Reaction};
pub(crate) use response::CallResult;
