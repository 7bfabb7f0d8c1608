//! [`StoreContents`]: everything that a store keeps, to be copied into another one.

use super::record::{Record, Version};

/// Everything that a store keeps: its definitions in their order, every version that there was in the
/// order in which they were made, and the text of the file if it is known.
#[derive(Debug, Clone, Default)]
pub struct StoreContents {
    pub(crate) records: Vec<Record>,
    pub(crate) versions: Vec<Version>,
    /// The text of `tools.json`. One with the same definitions has the comments and the layout of its
    /// author.
    pub(crate) text: Option<String>,
}

impl StoreContents {
    /// Returns the number of definitions.
    pub const fn tools(&self) -> usize {
        self.records.len()
    }

    /// Returns the number of versions.
    pub const fn versions(&self) -> usize {
        self.versions.len()
    }
}
