//! Reading a PostgreSQL database on behalf of callers who are not trusted with it.
//!
//! [`Gate`] lets nothing pass but one statement that reads. [`Database`] reads it, in a transaction that only reads and is always
//! rolled back. What it reads is bounded while it arrives, in rows, bytes and time, and each value has the form in JSON that its type
//! wants (see [`types`]). `cluster` is a server of our own, for where there is no other.

mod address;
#[cfg(feature = "embedded-postgres")]
pub(crate) mod cluster;
mod conversation;
mod database;
mod error;
mod gate;
mod options;
mod pool;
mod posture;
mod rows;
mod setup_sql;
mod tables;
#[cfg(test)]
mod tests;
mod types;
mod wire;

pub(crate) use address::{Address, Endpoint, Host, Tls};
#[cfg(feature = "embedded-postgres")]
pub(crate) use cluster::{Cluster, Runtime};
pub(crate) use database::Database;
pub(crate) use error::{ConnectError, QueryError};
pub(crate) use gate::Gate;
pub(crate) use options::DatabaseOptions;
pub(crate) use posture::{Grade, POSTURE_SQL, findings};
pub(crate) use rows::{QueryLimits, Table, Truncation};
pub(crate) use setup_sql::setup_sql;
pub(crate) use tables::{TableColumn, TableDescription, TableSummary};
