//! The format of a document, and what is refused before a worker is asked to parse it.

use super::{document::DocumentKind, error::DocumentError, html_scan, selection::ParseJob, text};

/// The first bytes, in which a PDF or an HTML page must start.
const BEGINNING: usize = 1024;
/// The first bytes, in which a text must not have a zero byte.
const SAMPLE: usize = 8192;

/// Returns the format of `bytes`.
///
/// # Errors
/// If the format is not supported.
pub(super) fn detect(
    bytes: &[u8],
    name: Option<&str>,
    content_type: Option<&str>,
) -> Result<DocumentKind, DocumentError> {
    if bytes.is_empty() {
        return Err(DocumentError::Empty);
    }
    if let Some(kind) = by_signature(bytes)? {
        return Ok(kind);
    }
    if is_html(bytes) {
        return Ok(DocumentKind::Html);
    }
    let by_extension = || by_extension(name?);
    let by_content_type = || by_content_type(content_type?);
    Ok(by_extension()
        .or_else(by_content_type)
        .unwrap_or(DocumentKind::Text))
}

/// Returns the text format of a file name. Other formats are detected by their signature.
fn by_extension(name: &str) -> Option<DocumentKind> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" => Some(DocumentKind::Html),
        "md" | "markdown" | "mkd" => Some(DocumentKind::Markdown),
        "csv" | "tsv" => Some(DocumentKind::Csv),
        "txt" | "text" | "log" => Some(DocumentKind::Text),
        _ => None,
    }
}

fn by_content_type(content_type: &str) -> Option<DocumentKind> {
    let essence = content_type.split(';').next()?.trim();
    match essence.to_ascii_lowercase().as_str() {
        "text/html" | "application/xhtml+xml" => Some(DocumentKind::Html),
        "text/markdown" => Some(DocumentKind::Markdown),
        "text/csv" | "text/tab-separated-values" => Some(DocumentKind::Csv),
        _ => None,
    }
}

/// Returns the format of files that start with a signature, or `None` for text.
fn by_signature(bytes: &[u8]) -> Result<Option<DocumentKind>, DocumentError> {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    // Other bytes may stand before the signature of a PDF.
    if beginning.windows(5).any(|five| five == b"%PDF-") {
        return Ok(Some(DocumentKind::Pdf));
    }
    let is_archive = bytes.starts_with(b"PK\x03\x04");
    let is_old_office = bytes.starts_with(b"\xd0\xcf\x11\xe0");
    if is_archive || is_old_office {
        return office(bytes).map(Some);
    }
    let is_wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let is_binary = !is_wide && sample.contains(&0);
    match infer::get(bytes) {
        Some(found) if is_binary || !is_textual(found) => {
            Err(DocumentError::unsupported(found.mime_type()))
        }
        None if is_binary => Err(DocumentError::unsupported("a binary file")),
        _ => Ok(None),
    }
}

fn is_textual(found: infer::Type) -> bool {
    found.matcher_type() == infer::MatcherType::Text
}

fn office(bytes: &[u8]) -> Result<DocumentKind, DocumentError> {
    use undoc::{Error, FormatType};
    match undoc::detect_format_from_bytes(bytes) {
        Ok(FormatType::Docx) => Ok(DocumentKind::Docx),
        Ok(FormatType::Xlsx) => Ok(DocumentKind::Xlsx),
        Ok(FormatType::Pptx) => Ok(DocumentKind::Pptx),
        Ok(old) => {
            let what = format!("an Office document from before 2007 ({old:?})");
            Err(DocumentError::unsupported(what.to_lowercase()))
        }
        Err(Error::Encrypted) => Err(DocumentError::Encrypted),
        Err(Error::UnknownFormat | Error::UnsupportedFormat(_) | Error::MissingComponent(_)) => {
            Err(DocumentError::unsupported(
                "an archive other than DOCX, XLSX and PPTX",
            ))
        }
        Err(error) => Err(DocumentError::damaged(error)),
    }
}

fn is_html(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let text = String::from_utf8_lossy(beginning).to_ascii_lowercase();
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with("<!doctype html") || text.starts_with("<html") || text.contains("\n<html")
}

/// Returns the format of a document.
///
/// # Errors
/// If the format is not supported or has no parts, or if parsing a web page would take too long.
pub(super) fn look(bytes: &[u8], job: &ParseJob) -> Result<DocumentKind, DocumentError> {
    let content_type = job.content_type.as_deref();
    let kind = detect(bytes, job.name.as_deref(), content_type)?;
    let has_parts = matches!(
        kind,
        DocumentKind::Pdf | DocumentKind::Pptx | DocumentKind::Xlsx
    );
    if !has_parts && !job.wanted.selection.is_all() {
        return Err(DocumentError::NoParts { kind });
    }
    if kind == DocumentKind::Html {
        html_scan::check(&text::decode(bytes, content_type))?;
    }
    Ok(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(bytes: &[u8], name: &str, content_type: &str) -> Result<DocumentKind, String> {
        detect(bytes, Some(name), Some(content_type)).map_err(|error| error.to_string())
    }

    #[test]
    fn content_comes_before_the_name() {
        assert_eq!(
            kind(b"%PDF-1.7", "a.txt", "text/html"),
            Ok(DocumentKind::Pdf)
        );
        assert_eq!(
            kind(b"\n\x01\x02junk%PDF-1.7", "a", ""),
            Ok(DocumentKind::Pdf)
        );
        let page = b"\xef\xbb\xbf\n <!DOCTYPE HTML>";
        assert_eq!(kind(page, "a.csv", "text/csv"), Ok(DocumentKind::Html));
        assert_eq!(kind(b"just text", "a.pdf", ""), Ok(DocumentKind::Text));
    }

    #[test]
    fn text_is_detected_by_name_and_then_by_content_type() {
        assert_eq!(kind(b"a,b", "a.CSV", "text/html"), Ok(DocumentKind::Csv));
        assert_eq!(
            kind(b"a,b", "a", "text/csv; charset=x"),
            Ok(DocumentKind::Csv)
        );
        assert_eq!(
            kind(b"a,b", "a.md", "text/plain"),
            Ok(DocumentKind::Markdown)
        );
        assert_eq!(
            kind(b"a,b", "a.json", "application/json"),
            Ok(DocumentKind::Text)
        );
        assert_eq!(kind(b"a,b", "", ""), Ok(DocumentKind::Text));
    }

    #[test]
    fn unsupported_formats_are_named() {
        let refusal = |bytes: &[u8]| kind(bytes, "a.pdf", "application/pdf").unwrap_err();
        assert_eq!(refusal(b""), "the document is empty");
        let expected = "expected PDF, DOCX, XLSX, PPTX, HTML, Markdown, CSV or text";
        assert_eq!(
            refusal(b"\x89PNG\r\n\x1a\n"),
            format!("the document is image/png: {expected}")
        );
        assert_eq!(
            refusal(b"\x00\x01\x02"),
            format!("the document is a binary file: {expected}")
        );
    }
}
