//! Word documents and presentations, by `undoc`.

use undoc::{Error, render::RenderOptions};

use super::{document::Metadata, error::DocumentError};

/// Parses a document.
pub(super) fn read(bytes: &[u8]) -> Result<undoc::Document, DocumentError> {
    undoc::parse_bytes(bytes).map_err(|error| explain(&error))
}

/// Renders a document as Markdown.
pub(super) fn render(document: &undoc::Document) -> Result<String, DocumentError> {
    let options = RenderOptions::new().with_images(false);
    undoc::render::to_markdown(document, &options).map_err(|error| explain(&error))
}

fn explain(error: &Error) -> DocumentError {
    match error {
        Error::Encrypted => DocumentError::Encrypted,
        other => DocumentError::damaged(other),
    }
}

impl From<undoc::Metadata> for Metadata {
    fn from(found: undoc::Metadata) -> Self {
        Self {
            title: found.title,
            author: found.author,
            subject: found.subject,
            created: found.created,
            modified: found.modified,
            application: found.application,
        }
    }
}
