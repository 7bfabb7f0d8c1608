//! From bytes to a [`Document`], by the parser of its kind.

use super::{
    archive, csv,
    document::{Document, Draft},
    docx,
    error::DocumentError,
    html,
    job::{Job, Wanted},
    kind::Kind,
    pdf, pptx, text, xlsx,
};

/// Parses a document here, in this process and on this thread: only a worker does that, and a test.
///
/// # Errors
/// When it cannot be read.
pub(super) fn parse(bytes: &[u8], job: &Job) -> Result<Document, DocumentError> {
    let kind = Kind::of(bytes, job.name.as_deref(), job.content_type.as_deref())?;
    let has_parts = matches!(kind, Kind::Pdf | Kind::Pptx | Kind::Xlsx);
    if !has_parts && !job.wanted.selection.is_all() {
        return Err(DocumentError::NoParts { kind });
    }
    if matches!(kind, Kind::Docx | Kind::Xlsx | Kind::Pptx) {
        archive::check(bytes, &job.limits)?;
    }
    let draft = match kind {
        Kind::Pdf => pdf::parse(bytes, job)?,
        Kind::Docx => docx::parse(bytes)?,
        Kind::Xlsx => xlsx::parse(bytes, job)?,
        Kind::Pptx => pptx::parse(bytes, job)?,
        Kind::Html => html::parse(bytes, job)?,
        Kind::Csv => csv::parse(bytes, job)?,
        Kind::Markdown | Kind::Text => text::parse(bytes, job),
    };
    Ok(finish(kind, draft, &job.wanted))
}

/// The document with as much of its text as is wanted.
fn finish(kind: Kind, draft: Draft, wanted: &Wanted) -> Document {
    let whole = draft.text.trim_end();
    let total_chars = whole.chars().count();
    let rest: String = whole
        .chars()
        .skip(wanted.start)
        .take(wanted.most_chars)
        .collect();
    Document {
        kind,
        truncated: wanted.start.saturating_add(wanted.most_chars) < total_chars,
        text: rest,
        metadata: draft.metadata.tidy(),
        parts: draft.parts,
        start: wanted.start,
        total_chars,
        notes: draft.notes,
    }
}
