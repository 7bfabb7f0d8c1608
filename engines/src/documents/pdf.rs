//! PDF, by `unpdf`. Damaged cross-references are repaired, and broken pages left out.

use unpdf::{
    Error, PageMarkerStyle, PageSelection, ParseOptions, PdfParser, RenderOptions, render,
};

use super::{
    document::{Metadata, ParsedDocument, Part, Unit},
    error::DocumentError,
    selection::ParseJob,
};

/// The note on a document of images.
const NO_TEXT: &str = "there is no text on these pages: they may be scanned images";

pub(super) fn parse(bytes: &[u8], job: &ParseJob) -> Result<ParsedDocument, DocumentError> {
    let total = open(bytes, PageSelection::All)?.page_count();
    let pages: Vec<_> = (1..=total as usize)
        .map(|number| Part { number, name: None })
        .collect();
    let selection = &job.wanted.selection;
    let (parts, note) = selection.select(Unit::Page, &pages, job.limits.max_parts)?;
    let chosen = parts.included.iter();
    let chosen = chosen.filter_map(|part| u32::try_from(part.number).ok());
    let parser = open(bytes, PageSelection::Pages(chosen.collect()))?;
    let document = parser.parse().map_err(|error| explain(&error))?;
    let missing = parts.included.len() - document.pages.len().min(parts.included.len());
    let options = RenderOptions::new().with_page_markers(PageMarkerStyle::Comment);
    let text = render::to_markdown(&document, &options).map_err(|error| explain(&error))?;
    let broken = (missing > 0).then(|| format!("{missing} pages are broken and were left out"));
    let empty = is_without_text(&text).then(|| NO_TEXT.to_owned());
    Ok(ParsedDocument {
        metadata: metadata(document.metadata),
        parts: Some(parts),
        text,
        notes: [note, broken, empty].into_iter().flatten().collect(),
    })
}

fn open(bytes: &[u8], pages: PageSelection) -> Result<PdfParser, DocumentError> {
    let options = ParseOptions::new()
        .lenient()
        .sequential()
        .with_resources(false)
        .with_pages(pages);
    PdfParser::from_bytes_with_options(bytes, options).map_err(|error| explain(&error))
}

/// Returns whether there is nothing but the marks between pages.
fn is_without_text(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.all(|line| line.starts_with("<!-- page "))
}

fn explain(error: &Error) -> DocumentError {
    match error {
        Error::Encrypted | Error::InvalidPassword => DocumentError::Encrypted,
        other => DocumentError::damaged(other),
    }
}

fn metadata(found: unpdf::Metadata) -> Metadata {
    let when = |time: chrono::DateTime<chrono::Utc>| time.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    Metadata {
        title: found.title,
        author: found.author,
        subject: found.subject,
        created: found.created.map(when),
        modified: found.modified.map(when),
        application: found.creator,
    }
}
