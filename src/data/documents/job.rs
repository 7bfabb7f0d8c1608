//! [`Job`]: what a worker is asked to do, and within which bounds.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::selection::Selection;

/// Which part of a document is wanted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Wanted {
    /// The pages, slides or sheets; all, where none is named.
    pub(crate) selection: Selection,
    /// The first character of the text that is wanted.
    pub(crate) start: usize,
    /// The most characters of the text that are wanted.
    pub(crate) most_chars: usize,
}

/// What a document may cost.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct DocumentLimits {
    /// The largest document, in bytes.
    pub(crate) most_input: usize,
    /// The most bytes that an archive may unpack to, all entries together.
    pub(crate) most_unpacked: u64,
    /// The most entries of an archive.
    pub(crate) most_entries: usize,
    /// The most pages, slides or sheets that are read at once.
    pub(crate) most_parts: usize,
    /// The most memory of the parser, in bytes of address space.
    pub(crate) memory: u64,
    /// The most time of the parser.
    pub(crate) time: Duration,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self {
            most_input: 20 << 20,
            most_unpacked: 256 << 20,
            most_entries: 10_000,
            most_parts: 300,
            memory: 1 << 30,
            time: Duration::from_secs(30),
        }
    }
}

/// What a worker is asked to do. The document's bytes come after it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// The document's file name, where it has one.
    pub(super) name: Option<String>,
    /// What a server says that it is.
    pub(super) content_type: Option<String>,
    pub(super) wanted: Wanted,
    /// How many bytes the document has.
    pub(super) size: usize,
    /// Not sent: a worker has them from its start, before it reads anything.
    #[serde(skip)]
    pub(super) limits: DocumentLimits,
}
