//! Reading a PostgreSQL database on behalf of callers who are not trusted with it.
//!
//! [`Database`] reads one statement at a time, in a transaction that only reads and is always rolled back. What it reads is bounded
//! while it arrives, in rows, bytes and time, and each value has the form in JSON that its type wants (see [`types`]).
#![cfg_attr(
    not(test),
    expect(dead_code, unused_imports, reason = "used when the tools are wired")
)]

mod address;
mod conversation;
mod database;
mod error;
mod options;
mod pool;
mod rows;
mod tables;
#[cfg(test)]
mod tests;
mod types;
mod wire;

pub(crate) use address::{Address, Endpoint, Host, Password, Tls};
pub(crate) use database::Database;
pub(crate) use error::{ConnectError, QueryError, ServerError};
pub(crate) use options::DatabaseOptions;
pub(crate) use pool::PoolStatus;
pub(crate) use rows::{Column, Limit, ReadLimits, Table, Truncation};
pub(crate) use tables::{ColumnDescription, ForeignKey, Index, TableDescription, TableSummary};
