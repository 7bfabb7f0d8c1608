//! A cheap look at a document before it is parsed, for which no worker is needed.

use super::{detect::detect, encoding, error::DocumentError, html_scan, job::Job, kind::Kind};

/// Returns the format of a document.
///
/// # Errors
/// If the format is not supported or has no parts, or if parsing a web page would take too long.
pub(super) fn look(bytes: &[u8], job: &Job) -> Result<Kind, DocumentError> {
    let content_type = job.content_type.as_deref();
    let kind = detect(bytes, job.name.as_deref(), content_type)?;
    let has_parts = matches!(kind, Kind::Pdf | Kind::Pptx | Kind::Xlsx);
    if !has_parts && !job.wanted.selection.is_all() {
        return Err(DocumentError::NoParts { kind });
    }
    if kind == Kind::Html {
        html_scan::check(&encoding::decode(bytes, content_type))?;
    }
    Ok(kind)
}
