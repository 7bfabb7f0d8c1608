//! Definitions in PostgreSQL, for any number of servers that share them.
//!
//! Where [`FileStore`](super::FileStore) locks a folder, this one locks a row: changes come one after
//! the other, and each gets a number. A server reads the rows with a higher number than the last one
//! it has seen, so a change costs the same with ten tools and with a hundred thousand.
//!
//! Whatever belongs to a change happens in the database, in triggers: it is numbered, its version is
//! kept, its author too, and it is announced. So a statement of somebody else is a change like any
//! other. The columns of `tools` say what its `definition` says; the definition is the text as it was
//! written, because JSON in columns loses the order of fields.
//!
//! | module | holds |
//! |---|---|
//! | `database` | the connections, and what their errors mean |
//! | `tls` | TLS for the driver, with the set-up of the engines |
//! | `migrations` | the tables, in steps that are applied once |
//! | `postgres_registry` | what is in one database, on one connection that listens |
//! | `columns` | a definition as the columns of its row |
//! | `rows` | rows as definitions, and those that are known |
//! | `write` | one change after the other |
//! | `copy` | all of it, from and into another store |
//! | `accounts`, `account_rows` | users and keys |
//! | `audit` | who changed what |
//! | `listener` | waits until somebody else has changed something |
//! | `limits` | rate limits that all servers hold together |
//! | `executions` | the log of the calls of all servers |

mod account_rows;
mod accounts;
mod audit;
mod columns;
mod copy;
mod database;
mod executions;
mod limits;
mod listener;
mod migrations;
mod postgres_registry;
mod postgres_store;
mod rows;
mod tls;
mod write;

pub use self::{
    accounts::PostgresAccounts,
    audit::{AuditRow, PostgresAudit},
    columns::{ColumnValue, TableRow},
    database::{RegistryDatabase, SchemaName},
    executions::{CallHistory, HistoryRecords, LogCopy, SharedLog},
    limits::PostgresLimits,
    migrations::migrations_sql,
    postgres_registry::PostgresRegistry,
    postgres_store::PostgresStore,
};
pub(crate) use self::{database::store_error, listener::NewsReceiver};
