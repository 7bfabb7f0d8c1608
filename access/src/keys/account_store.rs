//! [`AccountStore`]: where users and keys are kept.

use std::fmt;

use super::{api_key::AccountError, directory::Directory};

/// Keeps users and keys.
///
/// Reading and changing may block. [`Accounts`](super::Accounts) answers from memory, and asks for
/// the version from time to time.
pub trait AccountStore: fmt::Debug + Send + Sync {
    /// Returns a value that changes with every change, or `None` if nothing was stored yet.
    ///
    /// # Errors
    /// If the store cannot be reached.
    fn version(&self) -> Result<Option<StoreVersion>, AccountError>;

    /// Returns all users and keys. An empty store has none.
    ///
    /// # Errors
    /// If they cannot be read, or are not valid.
    fn read(&self) -> Result<Directory, AccountError>;

    /// Lets `change` change the users and keys as they are now, and stores the result, all or nothing.
    /// Nobody else changes them meanwhile.
    ///
    /// # Errors
    /// If `change` fails, or the result cannot be stored. Then nothing changes.
    fn change(&self, change: &mut Change<'_>) -> Result<Directory, AccountError>;

    /// Returns `true` if the store is on another machine. Then no request waits for it:
    /// [`Accounts::refresh`](super::Accounts::refresh) reads what has changed, and while the store is away, what is
    /// known goes on.
    fn is_remote(&self) -> bool {
        false
    }
}

/// A change of users and keys.
pub type Change<'a> = dyn FnMut(&mut Directory) -> Result<(), AccountError> + 'a;

/// The version of a store. Two that are equal stand for the same content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreVersion(pub Vec<u64>);
