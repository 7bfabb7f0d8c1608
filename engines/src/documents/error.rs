//! [`DocumentError`]: the errors of parsing, split by what the caller can do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::document::{DocumentKind, Unit};

/// The error of a document that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum DocumentError {
    /// It has no bytes.
    #[error("the document is empty")]
    Empty,
    /// It was sent in Base64 that cannot be decoded.
    #[error("`base64` is not Base64: {0}")]
    NotBase64(String),
    /// It exceeds a limit.
    #[error("the document is too large: {0}")]
    TooLarge(String),
    /// Its format is not supported.
    #[error("the document is {0}: expected PDF, DOCX, XLSX, PPTX, HTML, Markdown, CSV or text")]
    Unsupported(String),
    /// It is encrypted.
    #[error("the document is encrypted, and cannot be read without its password")]
    Encrypted,
    /// It violates its format.
    #[error("the document is damaged: {0}")]
    Damaged(String),
    /// It has no such page, slide or sheet.
    #[error("there is no {} {wanted}: the document has {has}", unit.word())]
    NoSuchPart {
        unit: Unit,
        wanted: String,
        has: String,
    },
    /// Its format has no parts to select.
    #[error(
        "a document of kind `{}` has no pages or sheets to select: use `start` to read on",
        lower(kind)
    )]
    NoParts { kind: DocumentKind },
    /// The parser took too long and was stopped.
    #[error("the document was not parsed within {0} s")]
    TimedOut(u64),
    /// The parser died.
    #[error("the document could not be parsed: the parser {0}")]
    Crashed(String),
    /// Too many documents are being parsed.
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

fn lower(kind: &DocumentKind) -> String {
    format!("{kind:?}").to_lowercase()
}
