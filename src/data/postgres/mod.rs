//! Reading a PostgreSQL database on behalf of callers who are not trusted with it.
//!
//! [`StatementChecker`] lets nothing pass but one statement that reads. [`Database`] reads it, in a transaction that only reads and is always
//! rolled back. What it reads is bounded while it arrives, in rows, bytes and time, and each value has the form in JSON that its type
//! wants (see [`render::json`]). `cluster` is a server of our own, for where there is no other.

mod client;
#[cfg(feature = "embedded-postgres")]
pub(crate) mod cluster;
mod guard;
mod render;
#[cfg(test)]
mod tests;

pub(crate) use client::{
    Address, ConnectError, Database, DatabaseOptions, Endpoint, Host, QueryError, TableColumn,
    TableDescription, TableSummary, Tls,
};
#[cfg(feature = "embedded-postgres")]
pub(crate) use cluster::{Cluster, Runtime};
pub(crate) use guard::{ROLE_CHECK_SQL, Severity, StatementChecker, role_findings, setup_sql};
pub(crate) use render::{QueryLimits, Table, Truncation};
