//! Storage of definitions.
//!
//! A [`Store`] keeps the definitions that exist, every version that there was, and who made it when.
//! It checks that a change was made for the present revision; what a definition means it does not
//! know. The only writer is the [`Registry`](super::registry::Registry).
//!
//! [`FileStore`] keeps them in `tools.json`. All stores pass the same tests (`tests/contract.rs`).

mod error;
mod file;
mod record;
mod stack;
#[cfg(test)]
mod tests;

use toolwright::BoxFuture;

pub use self::{
    error::StoreError,
    file::{FileStore, LOCK, MOST_BYTES, TOOLS},
    record::{ChangeKind, Expected, Record, Version},
};
pub(crate) use self::{record::Edit, stack::on_own_thread};

/// Stores definitions and their versions.
pub trait Store: Send + Sync {
    /// Returns all definitions, in their order.
    ///
    /// # Errors
    /// If they cannot be read, or if one of them is not valid.
    fn load(&self) -> BoxFuture<'_, Result<Vec<Record>, StoreError>>;

    /// Makes changes to different tools, all or none. Returns the new revision of each.
    ///
    /// # Errors
    /// If a change was made for another revision, or cannot be stored. Then nothing changes.
    fn apply(&self, edits: Vec<Edit>) -> BoxFuture<'_, Result<Vec<u64>, StoreError>>;

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
}
