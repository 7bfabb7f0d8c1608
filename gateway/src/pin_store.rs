//! [`PinStore`]: pinned definitions that several servers share.

use std::{collections::BTreeMap, fmt};

/// Keeps the definitions that were seen first, for servers that share them. All methods may block.
pub trait PinStore: fmt::Debug + Send + Sync {
    /// Returns what was stored after version `known`.
    ///
    /// # Errors
    /// If it cannot be reached.
    fn read(&self, known: u64) -> Result<SharedPins, String>;

    /// Lets `merge` take over what was stored after version `known`, and stores what it returns. Nobody else
    /// stores meanwhile. Returns the version then.
    ///
    /// # Errors
    /// If it cannot be reached. Then nothing is stored.
    fn store(&self, known: u64, merge: &mut MergePins<'_>) -> Result<u64, String>;
}

/// Takes over what was stored, and returns what is to be stored.
pub type MergePins<'a> = dyn FnMut(SharedPins) -> BTreeMap<String, String> + 'a;

/// What was stored after a version.
#[derive(Debug, Clone, Default)]
pub struct SharedPins {
    /// The version now. It is another one after each change.
    pub version: u64,
    /// The pins that changed, by server, each as JSON.
    pub changed: BTreeMap<String, String>,
}
