//! The worker: parses documents, each by the parser of its format.

use std::{
    ffi::OsString,
    io::{self, BufReader, Read as _, Write as _},
    panic::{self, AssertUnwindSafe},
    process,
    time::Duration,
};

use rayon::ThreadPoolBuilder;

use super::{
    archive,
    detect::look,
    document::{Document, DocumentKind, ParsedDocument},
    error::DocumentError,
    html, office, pdf,
    selection::{DocumentLimits, ParseJob, RequestedPart},
    table, text, xlsx,
};
use crate::supervise::{
    json_line,
    role::{self, Role},
    worker::Confinement,
};

/// The role of a worker that parses a document.
pub const ROLE: Role = Role::new("documents");

/// The bytes of stack of a parser: documents are nested, and parsers recurse into them.
pub(super) const STACK: usize = 64 << 20;

/// Parses one document and exits. `limits` is the argument after the role.
pub fn work(limits: Option<OsString>) -> ! {
    let limits: DocumentLimits = role::argument(limits);
    let confinement = Confinement {
        memory: limits.memory,
        stack: STACK,
        // If the server is gone, nothing else ends a parser that does not terminate.
        time: Some(limits.time + Duration::from_secs(1)),
    };
    let done = confinement.work(|| answer(limits)).map(|work| work.join());
    if !matches!(done, Ok(Ok(Ok(())))) {
        role::fail();
    }
    process::exit(0)
}

fn answer(limits: DocumentLimits) -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let job = ParseJob {
        limits,
        ..json_line::read(&mut input)?
    };
    // The PDF parser panics if it cannot start a thread, and a confined process cannot.
    let single = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    single.build_global().map_err(io::Error::other)?;
    let mut bytes = vec![0; job.size.min(job.limits.max_input)];
    input.read_exact(&mut bytes)?;
    let reply = json_line::encode(&parse_catching(&bytes, &job))?;
    io::stdout().lock().write_all(&reply)
}

/// Parses a document, and turns a panic of the parser into an error.
pub(super) fn parse_catching(bytes: &[u8], job: &ParseJob) -> Result<Document, DocumentError> {
    panic::catch_unwind(AssertUnwindSafe(|| parse(bytes, job)))
        .unwrap_or_else(|_| Err(DocumentError::Crashed("panicked".into())))
}

/// Parses a document in this process and on this thread. Only workers and tests may do that.
///
/// # Errors
/// If it cannot be parsed.
pub(super) fn parse(bytes: &[u8], job: &ParseJob) -> Result<Document, DocumentError> {
    let kind = look(bytes, job)?;
    if matches!(
        kind,
        DocumentKind::Docx | DocumentKind::Xlsx | DocumentKind::Pptx
    ) {
        archive::check(bytes, &job.limits)?;
    }
    let parsed = match kind {
        DocumentKind::Pdf => pdf::parse(bytes, job)?,
        DocumentKind::Docx => office::parse_docx(bytes)?,
        DocumentKind::Xlsx => xlsx::parse(bytes, job)?,
        DocumentKind::Pptx => office::parse_pptx(bytes, job)?,
        DocumentKind::Html => html::parse(bytes, job)?,
        DocumentKind::Csv => table::parse_csv(bytes, job)?,
        DocumentKind::Markdown | DocumentKind::Text => text::parse_text(bytes, job),
    };
    Ok(finish(kind, parsed, &job.wanted))
}

/// Returns the document with the requested range of its text.
fn finish(kind: DocumentKind, parsed: ParsedDocument, wanted: &RequestedPart) -> Document {
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
