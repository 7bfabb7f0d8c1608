//! Reading a PostgreSQL database on behalf of callers who are not trusted with it.
//!
//! | room | what it is | needs |
//! |---|---|---|
//! | `guard` | checks a caller's SQL and the login role; creates a role that can only read | |
//! | `render` | bounds a result while it arrives, and renders it as JSON | |
//! | `client` | connections, the pool, and [`Database`], which runs checked statements | `guard`, `render` |
//! | `cluster` | a private server in the data folder, for when none is configured | `client`, `guard` |
//!
//! A statement goes through all of them: [`StatementChecker::check`] proves that it only reads,
//! [`Database::read`] takes that proof and runs the statement in a read-only transaction, and the
//! result is a [`Table`]. [`Database::describe`] asks the server what a checked statement takes and
//! returns, and [`Database::read_with`] binds values to its parameters.

mod client;
#[cfg(feature = "embedded-postgres")]
pub mod cluster;
mod guard;
mod render;
#[cfg(test)]
mod tests;

pub use client::{
    Address, ConnectError, Database, DatabaseOptions, Endpoint, Host, QueryError, ResultColumn,
    StatementDescription, TableColumn, TableDescription, TableSummary, Tls, tls_config,
    tls_end_point,
};
#[cfg(feature = "embedded-postgres")]
pub use cluster::Cluster;
#[cfg(feature = "embedded-postgres")]
pub use cluster::Runtime;
pub use guard::{
    ROLE_CHECK_SQL, ReadStatement, Severity, StatementChecker, role_findings, setup_sql,
};
pub use render::{QueryLimits, Table, Truncation, TypeInfo};
