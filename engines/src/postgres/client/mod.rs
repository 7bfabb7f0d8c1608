//! A PostgreSQL client for SQL that callers wrote.
//!
//! [`Database`] runs each statement in a read-only transaction that is always rolled back, on a
//! connection of its [pool](pool). The result is bounded while it arrives, in rows, bytes and time.
//! SQL of a caller gets here only as a [`ReadStatement`](super::guard::ReadStatement), which proves
//! that the [guard](super::guard) checked it. What a value looks like in JSON is decided in
//! [`render`](super::render).
//!
//! # Why not `tokio-postgres`
//! This client is written by hand, on `postgres-protocol` and `deadpool`, because the usual driver
//!
//! - asks for every column in binary format, in which a type that it does not know has no text;
//! - buffers a whole row before anything can be bounded, so a value of 1 GB is held in memory;
//! - needs another round trip to limit the number of rows;
//! - hands a connection on whose query was cancelled, so the request to cancel may hit the next
//!   query.
//!
//! None of this matters for SQL of our own, whose types and sizes are known: the registry uses
//! `tokio-postgres`, with the TLS of this client.

mod database;
mod describe;
mod error;
mod options;
mod pool;
mod tables;
#[cfg(test)]
mod tests;
mod transaction;
mod wire;

pub use database::Database;
pub use describe::{ResultColumn, StatementDescription};
pub use error::QueryError;
pub use options::{DatabaseOptions, Endpoint};
pub use tables::{TableColumn, TableDescription, TableSummary};
#[cfg(test)]
pub(super) use wire::Sql;
#[cfg(feature = "embedded-postgres")]
pub(super) use wire::request_tls;
pub use wire::{Address, ConnectError, Host, Tls, tls_config, tls_end_point};
