//! Storage of definitions.
//!
//! A [`Store`] keeps the definitions that exist, every version that there was, and who made it when.
//! It checks that a change was made for the present revision; what a definition means it does not
//! know. The only writer is the [`Registry`](super::registry::Registry).
//!
//! [`FileStore`] keeps them in `tools.json`, `PostgresStore` in a database that several servers share.
//! All stores pass the same tests (`tests/contract.rs`).

mod contents;
mod error;
mod file;
#[cfg(feature = "postgres")]
mod postgres;
mod record;
mod stack;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use toolwright::BoxFuture;

#[cfg(feature = "postgres")]
pub use self::postgres::{
    AuditRow, CallHistory, ColumnValue, HistoryRecords, LogCopy, PostgresAccounts, PostgresAudit,
    PostgresLimits, PostgresRegistry, PostgresStore, RegistryDatabase, SchemaName, SharedLog,
    TableRow, migrations_sql,
};
#[cfg(feature = "postgres")]
pub(crate) use self::postgres::{NewsReceiver, store_error};
pub use self::{
    contents::RegistryContents,
    error::StoreError,
    file::{FileStore, LOCK, MAX_BYTES, TOOLS},
    record::{ChangeKind, Expected, Record, Version},
};
pub(crate) use self::{
    contents::StoreContents,
    record::Edit,
    stack::{computed, on_own_thread},
};
use crate::{definition::Definition, spec::ToolSpec};

/// Stores definitions and their versions.
pub trait Store<D: Definition = ToolSpec>: Send + Sync {
    /// Returns all definitions, in their order.
    ///
    /// # Errors
    /// If they cannot be read, or if one of them is not valid.
    fn load(&self) -> BoxFuture<'_, Result<Vec<Record<D>>, StoreError>>;

    /// Returns the definition of this name and reads no other, or `None` if only [`load`](Self::load) can
    /// tell whether it is valid.
    ///
    /// # Errors
    /// If it cannot be read, or is not valid.
    fn load_only(&self, name: String) -> BoxFuture<'_, Result<Option<Arc<D>>, StoreError>>;

    /// Makes changes to different tools, all or none. Returns the new revision of each.
    ///
    /// # Errors
    /// If a change was made for another revision, or cannot be stored. Then nothing changes.
    fn apply(&self, edits: Vec<Edit<D>>) -> BoxFuture<'_, Result<Vec<u64>, StoreError>>;

    /// Returns all versions of a tool, the oldest first. A tool that never existed has none.
    ///
    /// # Errors
    /// If they cannot be read.
    fn history(&self, name: String) -> BoxFuture<'_, Result<Vec<Version>, StoreError>>;

    /// Returns the tools that were removed and can be restored, by name: each the version that
    /// removed it, with its last definition.
    ///
    /// # Errors
    /// If they cannot be read.
    fn removed(&self) -> BoxFuture<'_, Result<Vec<Version>, StoreError>>;

    /// Waits until somebody else may have changed something.
    fn changed(&self) -> BoxFuture<'_, ()>;

    /// Returns what is wrong with definitions that [`load`](Self::load) has left out. A store that
    /// leaves none out has no such problem, which is the default.
    fn problem(&self) -> Option<String> {
        None
    }
}
