//! [`Kind`]: what a document is, by its content first, then by its name and by what a server says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::DocumentError;

/// How far into a file HTML may begin.
const BEGINNING: usize = 1024;
/// How far a text is searched for bytes that no text has.
const SAMPLE: usize = 8192;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// An Excel workbook.
    Xlsx,
    /// A PowerPoint presentation.
    Pptx,
    /// A web page.
    Html,
    /// Markdown.
    Markdown,
    /// A table as text.
    Csv,
    /// Any other text.
    Text,
}

impl Kind {
    /// What `bytes` are.
    ///
    /// # Errors
    /// When they are something that is not read here.
    pub(super) fn of(
        bytes: &[u8],
        name: Option<&str>,
        content_type: Option<&str>,
    ) -> Result<Self, DocumentError> {
        if bytes.is_empty() {
            return Err(DocumentError::Empty);
        }
        if let Some(kind) = by_mark(bytes)? {
            return Ok(kind);
        }
        if is_html(bytes) {
            return Ok(Self::Html);
        }
        let by_name = || Self::by_name(name?);
        let by_type = || Self::by_type(content_type?);
        Ok(by_name().or_else(by_type).unwrap_or(Self::Text))
    }

    /// By the ending of a name; only kinds that are text, for the others have their marks.
    fn by_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "md" | "markdown" | "mkd" => Some(Self::Markdown),
            "csv" | "tsv" => Some(Self::Csv),
            "txt" | "text" | "log" => Some(Self::Text),
            _ => None,
        }
    }

    fn by_type(content_type: &str) -> Option<Self> {
        let essence = content_type.split(';').next()?.trim();
        match essence.to_ascii_lowercase().as_str() {
            "text/html" | "application/xhtml+xml" => Some(Self::Html),
            "text/markdown" => Some(Self::Markdown),
            "text/csv" | "text/tab-separated-values" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// By the bytes that files of a kind begin with. What has none of them is text, or nothing that is read here.
fn by_mark(bytes: &[u8]) -> Result<Option<Kind>, DocumentError> {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    // Rubbish may stand before a PDF's mark.
    if beginning.windows(5).any(|five| five == b"%PDF-") {
        return Ok(Some(Kind::Pdf));
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

fn office(bytes: &[u8]) -> Result<Kind, DocumentError> {
    use undoc::{Error, FormatType};
    match undoc::detect_format_from_bytes(bytes) {
        Ok(FormatType::Docx) => Ok(Kind::Docx),
        Ok(FormatType::Xlsx) => Ok(Kind::Xlsx),
        Ok(FormatType::Pptx) => Ok(Kind::Pptx),
        Ok(old) => {
            let what = format!("an Office document of before 2007 ({old:?})");
            Err(DocumentError::unsupported(what.to_lowercase()))
        }
        Err(Error::Encrypted) => Err(DocumentError::Encrypted),
        Err(Error::UnknownFormat | Error::UnsupportedFormat(_) | Error::MissingComponent(_)) => {
            Err(DocumentError::unsupported(
                "an archive that is no DOCX, XLSX or PPTX",
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(bytes: &[u8], name: &str, content_type: &str) -> Result<Kind, String> {
        Kind::of(bytes, Some(name), Some(content_type)).map_err(|error| error.to_string())
    }

    #[test]
    fn content_comes_before_the_name() {
        assert_eq!(kind(b"%PDF-1.7", "a.txt", "text/html"), Ok(Kind::Pdf));
        assert_eq!(kind(b"\n\x01\x02junk%PDF-1.7", "a", ""), Ok(Kind::Pdf));
        let page = b"\xef\xbb\xbf\n <!DOCTYPE HTML>";
        assert_eq!(kind(page, "a.csv", "text/csv"), Ok(Kind::Html));
        assert_eq!(kind(b"just text", "a.pdf", ""), Ok(Kind::Text));
    }

    #[test]
    fn text_goes_by_its_name_and_then_by_what_the_server_says() {
        assert_eq!(kind(b"a,b", "a.CSV", "text/html"), Ok(Kind::Csv));
        assert_eq!(kind(b"a,b", "a", "text/csv; charset=x"), Ok(Kind::Csv));
        assert_eq!(kind(b"a,b", "a.md", "text/plain"), Ok(Kind::Markdown));
        assert_eq!(kind(b"a,b", "a.json", "application/json"), Ok(Kind::Text));
        assert_eq!(kind(b"a,b", "", ""), Ok(Kind::Text));
    }

    #[test]
    fn what_is_not_read_is_said() {
        let refusal = |bytes: &[u8]| kind(bytes, "a.pdf", "application/pdf").unwrap_err();
        assert_eq!(refusal(b""), "the document is empty");
        let wanted = "PDF, DOCX, XLSX, PPTX, HTML, Markdown, CSV or text is wanted";
        assert_eq!(
            refusal(b"\x89PNG\r\n\x1a\n"),
            format!("this is image/png: {wanted}")
        );
        assert_eq!(
            refusal(b"\x00\x01\x02"),
            format!("this is a binary file: {wanted}")
        );
    }
}
