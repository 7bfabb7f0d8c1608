//! DOCX and PPTX, by `undoc`.

use undoc::{Error, render::RenderOptions};

use super::{
    document::{Metadata, ParsedDocument, Part, Unit},
    error::DocumentError,
    office,
    selection::ParseJob,
};

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

pub(super) fn parse_docx(bytes: &[u8]) -> Result<ParsedDocument, DocumentError> {
    let document = office::read(bytes)?;
    Ok(ParsedDocument {
        text: office::render(&document)?,
        metadata: document.metadata.into(),
        ..ParsedDocument::default()
    })
}

pub(super) fn parse_pptx(bytes: &[u8], job: &ParseJob) -> Result<ParsedDocument, DocumentError> {
    let mut document = office::read(bytes)?;
    let slides: Vec<_> = (1..=document.sections.len())
        .map(|number| Part { number, name: None })
        .collect();
    let selection = &job.wanted.selection;
    let (parts, note) = selection.select(Unit::Slide, &slides, job.limits.max_parts)?;
    let mut number = 0;
    document.sections.retain(|_| {
        number += 1;
        parts.included.iter().any(|part| part.number == number)
    });
    Ok(ParsedDocument {
        text: office::render(&document)?,
        metadata: document.metadata.into(),
        parts: Some(parts),
        notes: note.into_iter().collect(),
    })
}
