//! PostgreSQL's protocol, from the socket up to a [`Connection`].
//!
//! The messages are those of `postgres-protocol`; the [client](super) says why the driver above it
//! is not used. All values are in text format. What exceeds a limit is skipped while it arrives.
//!
//! A connection has no task of its own: its user reads from it. If that user is dropped during a
//! query, the connection knows how far the result got, and the rest can be
//! [cancelled and drained](Connection::cancel_and_drain).

mod address;
mod bind;
mod cancel;
mod connection;
pub(super) mod data_row;
pub(super) mod description;
mod error;
mod login;
mod message_stream;
mod pooling_mode;
mod query;
pub(super) mod row_description;
mod socket;
mod startup_parameters;
mod statement_cache;
mod tls;
mod tls_negotiation;

pub(crate) use address::{Address, Host, Tls};
pub(super) use connection::{Connection, ServerMessage};
pub(crate) use error::{ConnectError, ServerError};
pub(in crate::data::postgres) use query::{Query, Sql};
pub(super) use statement_cache::Preparation;
#[cfg(feature = "embedded-postgres")]
pub(in crate::data::postgres) use tls_negotiation::request_tls;
