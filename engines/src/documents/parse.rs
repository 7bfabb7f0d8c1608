//! Parsing bytes to a [`Document`], by the parser of its format.

use super::{
    archive, csv,
    document::{Document, ParsedDocument},
    docx,
    error::DocumentError,
    first_look::look,
    html,
    job::{Job, RequestedPart},
    kind::Kind,
    pdf, pptx, text, xlsx,
};

/// Parses a document in this process and on this thread. Only workers and tests may do that.
///
/// # Errors
/// If it cannot be parsed.
pub(super) fn parse(bytes: &[u8], job: &Job) -> Result<Document, DocumentError> {
    let kind = look(bytes, job)?;
    if matches!(kind, Kind::Docx | Kind::Xlsx | Kind::Pptx) {
        archive::check(bytes, &job.limits)?;
    }
    let parsed = match kind {
        Kind::Pdf => pdf::parse(bytes, job)?,
        Kind::Docx => docx::parse(bytes)?,
        Kind::Xlsx => xlsx::parse(bytes, job)?,
        Kind::Pptx => pptx::parse(bytes, job)?,
        Kind::Html => html::parse(bytes, job)?,
        Kind::Csv => csv::parse(bytes, job)?,
        Kind::Markdown | Kind::Text => text::parse(bytes, job),
    };
    Ok(finish(kind, parsed, &job.wanted))
}

/// Returns the document with the requested range of its text.
fn finish(kind: Kind, parsed: ParsedDocument, wanted: &RequestedPart) -> Document {
    let whole = parsed.text.trim_end();
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
        metadata: parsed.metadata.trimmed(),
        parts: parsed.parts,
        start: wanted.start,
        total_chars,
        notes: parsed.notes,
    }
}
