//! [`Job`]: a request to a worker, and [`DocumentLimits`].

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::selection::Selection;

/// The requested part of a document.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RequestedPart {
    /// The pages, slides or sheets.
    pub selection: Selection,
    /// The position of the first character of the text.
    pub start: usize,
    /// The most characters of the text.
    pub most_chars: usize,
}

/// The limits of a document and its parser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DocumentLimits {
    /// The most bytes of a document.
    pub(crate) most_input: usize,
    /// The most bytes that all entries of an archive may unpack to.
    pub(crate) most_unpacked: u64,
    /// The most entries of an archive.
    pub(crate) most_entries: usize,
    /// The most pages, slides or sheets of one request.
    pub(crate) most_parts: usize,
    /// The most bytes of memory of the parser.
    pub(crate) memory: u64,
    /// How long the parser may take.
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
            time: Duration::from_secs(10),
        }
    }
}

/// A request to a worker. The bytes of the document follow it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// The file name, if it is known.
    pub(super) name: Option<String>,
    /// The `Content-Type` of the response.
    pub(super) content_type: Option<String>,
    pub(super) wanted: RequestedPart,
    /// The number of bytes of the document.
    pub(super) size: usize,
    /// Not sent: a worker gets them as an argument, before it reads anything.
    #[serde(skip)]
    pub(super) limits: DocumentLimits,
}
