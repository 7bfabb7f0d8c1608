//! PostgreSQL's protocol, from the socket up to a [`Connection`].
//!
//! The messages are those of `postgres-protocol`; the [client](super) says why the driver above it
//! is not used. All values are in text format. What exceeds a limit is skipped while it arrives.
//!
//! A connection has no task of its own: its user reads from it. If that user is dropped during a
//! query, the connection knows how far the result got, and the rest can be
//! [cancelled and drained](Connection::cancel_and_drain).

mod address;
mod cancel;
mod connection;
pub(super) mod data_row;
pub(super) mod description;
mod error;
mod login;
mod message_stream;
mod pooling_mode;
mod query;
mod socket;
mod tls;
mod tls_negotiation;

pub use address::{Address, Host, Tls};
pub(crate) use connection::{Connection, ServerMessage};
pub use error::ConnectError;
pub(crate) use error::ServerError;
pub(crate) use query::{Preparation, Query, Sql};
pub use tls::{tls_config, tls_end_point};
#[cfg(feature = "embedded-postgres")]
pub(crate) use tls_negotiation::request_tls;
