//! Why a document cannot be read, split by what its reader can do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{document::Unit, kind::Kind};

/// Why a document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub(crate) enum DocumentError {
    /// There is nothing in it.
    #[error("the document is empty")]
    Empty,
    /// It is larger than what is read.
    #[error("the document is too large: {0}")]
    TooLarge(String),
    /// It is something else.
    #[error("this is {0}: PDF, DOCX, XLSX, PPTX, HTML, Markdown, CSV or text is wanted")]
    Unsupported(String),
    /// It needs a password.
    #[error("the document is encrypted, and cannot be read without its password")]
    Encrypted,
    /// It is not what it should be.
    #[error("the document is damaged: {0}")]
    Damaged(String),
    /// It has no such page, slide or sheet.
    #[error("there is no {} {wanted}: the document has {has}", unit.word())]
    NoSuchPart {
        /// What its parts are.
        unit: Unit,
        /// What was asked for.
        wanted: String,
        /// What there is.
        has: String,
    },
    /// It has no parts to choose from.
    #[error(
        "a document of kind `{}` has no pages or sheets to choose from: read on with `start`",
        lower(kind)
    )]
    NoParts {
        /// What it is.
        kind: Kind,
    },
    /// The parser took too long, and was stopped.
    #[error("the document was not parsed within {0} s")]
    TimedOut(u64),
    /// The parser died of it.
    #[error("the document could not be parsed: the parser {0}")]
    Crashed(String),
    /// Too many documents at once.
    #[error("too many documents are being parsed: try again later")]
    Busy,
    /// The parser cannot be started.
    #[error("documents cannot be parsed here: {0}")]
    NoWorker(String),
}

impl DocumentError {
    pub(super) fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }

    pub(super) fn damaged(error: impl fmt::Display) -> Self {
        Self::Damaged(error.to_string())
    }
}

fn lower(kind: &Kind) -> String {
    format!("{kind:?}").to_lowercase()
}
