//! The client of a PostgreSQL server.

mod database;
mod options;
mod pool;
mod tables;
#[cfg(test)]
mod tests;
mod transaction;
mod wire;

pub(crate) use database::Database;
pub(crate) use options::DatabaseOptions;
pub(crate) use tables::{TableColumn, TableDescription, TableSummary};
#[cfg(feature = "embedded-postgres")]
pub(super) use wire::ask_for_tls;
pub(super) use wire::{Link, malformed};
pub(crate) use wire::{
    address::{Address, Endpoint, Host, Tls},
    error::{ConnectError, QueryError},
};
