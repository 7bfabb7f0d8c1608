//! PostgreSQL's protocol from the socket up to a [`Connection`], on the messages of `postgres-protocol`.
//!
//! The usual driver was not taken: it asks for every column in binary, in which a type that it does not know has no text; it cannot
//! limit the rows of a statement without one more round trip; and it holds a whole row in memory before anybody can say that it is
//! too long. Here all values are texts, and what is too long is skipped while it arrives.
//!
//! A connection has no task of its own. Whoever has it, reads it. When that one goes away in the middle, the connection knows how
//! far the conversation got, so that the rest can be [cancelled](cancel) and drained.

mod cancel;
mod connection;
mod frame;
mod greeting;
mod link;
mod login;
mod messages;
mod socket;
mod startup;
mod statements;
mod tls;

pub(super) use connection::{Connection, Heard};
pub(super) use link::{Link, malformed};
pub(super) use messages::Question;
#[cfg(feature = "embedded-postgres")]
pub(super) use startup::ask_for_tls;
pub(super) use statements::Plan;
