//! [`Known`]: the users and keys that were read last.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    account_store::{AccountStore, StoreVersion},
    api_key::AccountError,
    directory::Directory,
    known_keys::KnownKeys,
};

/// The interval at which a file is looked at.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Everything in the store, and its keys by their hashes.
pub(super) type Parts = (Arc<Directory>, Arc<KnownKeys>);

/// The users and keys that were read last.
#[derive(Debug)]
pub(super) struct Known {
    directory: Arc<Directory>,
    keys: Arc<KnownKeys>,
    pub(super) version: Option<StoreVersion>,
    pub(super) checked: Instant,
    /// The error of the last look at the store, if it could not be read.
    pub(super) problem: Option<String>,
}

impl Known {
    pub(super) fn new(directory: Directory, version: Option<StoreVersion>) -> Self {
        Self {
            keys: Arc::new(KnownKeys::of(&directory)),
            directory: Arc::new(directory),
            version,
            checked: Instant::now(),
            problem: None,
        }
    }

    /// Returns what is known if the file was looked at a moment ago.
    pub(super) fn recent(&self) -> Option<Result<Parts, AccountError>> {
        (self.checked.elapsed() < CHECK_INTERVAL).then(|| self.known())
    }

    pub(super) fn known(&self) -> Result<Parts, AccountError> {
        match &self.problem {
            None => Ok(self.parts()),
            Some(problem) => Err(AccountError::Unusable(problem.clone())),
        }
    }

    pub(super) fn parts(&self) -> Parts {
        (Arc::clone(&self.directory), Arc::clone(&self.keys))
    }

    /// Reads the store again if it was changed.
    pub(super) fn refresh(&mut self, store: &dyn AccountStore) -> Result<(), AccountError> {
        let version = store.version()?;
        if version != self.version || self.problem.is_some() {
            *self = Self::new(store.read()?, version);
        }
        Ok(())
    }
}
