//! PostgreSQL's protocol from the socket up to a [`Connection`], on the messages of `postgres-protocol`.
//!
//! The usual driver was not taken: it asks for every column in binary, in which a type that it does not know has no text; it cannot
//! limit the rows of a statement without one more round trip; and it holds a whole row in memory before anybody can say that it is
//! too long. Here all values are texts, and what is too long is skipped while it arrives.
//!
//! A connection has no task of its own. Whoever has it, reads it. When that one goes away in the middle, the connection knows how
//! far the conversation got, so that the rest can be [cancelled](cancel) and drained.

pub(super) mod address;
mod cancel;
mod connection;
pub(super) mod error;
mod login;
mod message_stream;
mod pooling_mode;
mod query;
mod socket;
mod startup_parameters;
mod statement_cache;
mod tls;
mod tls_negotiation;

pub(super) use connection::{Connection, Heard};
pub(in crate::data::postgres) use message_stream::{Link, malformed};
pub(super) use query::Question;
pub(super) use statement_cache::Plan;
#[cfg(feature = "embedded-postgres")]
pub(in crate::data::postgres) use tls_negotiation::ask_for_tls;
