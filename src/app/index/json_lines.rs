//! [`JsonLines`]: the documents of a file, one per line.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use serde::Deserialize;
use serde_json::Value;
use toolwright_engines::vectors::Metadata;

use super::document::Document;

/// The length limit of a line, so that a wrong file is not read into memory.
const MAX_LINE: u64 = 4 << 20;

/// The content of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<String>,
    document: String,
    metadata: Option<Metadata>,
}

/// Why a line cannot be indexed.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
    #[error("cannot read line {line}: {source}")]
    Read { line: usize, source: io::Error },
    #[error("line {line} has more than {MAX_LINE} bytes")]
    TooLong { line: usize },
    #[error(
        "line {line} is not a document: {problem}; expected `{{\"document\": \"…\"}}`, optionally with `id` and `metadata`"
    )]
    NotADocument { line: usize, problem: String },
}

/// The documents of a file, read on demand.
pub(super) struct JsonLines {
    lines: Box<dyn BufRead + Send>,
    line: usize,
    read: u64,
    size: Option<u64>,
}

impl JsonLines {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::of(io::stdin(), None));
        }
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Self::of(file, Some(size)))
    }

    fn of(lines: impl Read + Send + 'static, size: Option<u64>) -> Self {
        Self {
            lines: Box::new(BufReader::new(lines)),
            line: 0,
            read: 0,
            size,
        }
    }

    /// Returns the share of the file that was read, from 0 to 1, if its size is known.
    #[expect(clippy::cast_precision_loss, reason = "a share for a bar")]
    pub(super) fn share(&self) -> Option<f64> {
        let size = self.size.filter(|size| *size > 0)?;
        Some(self.read as f64 / size as f64)
    }

    /// Returns the next document. Empty lines are skipped.
    pub(super) fn next(&mut self) -> Result<Option<Document>, LineError> {
        loop {
            self.line += 1;
            let line = self.line;
            let mut text = Vec::new();
            let mut limited = self.lines.by_ref().take(MAX_LINE + 1);
            let read = limited
                .read_until(b'\n', &mut text)
                .map_err(|source| LineError::Read { line, source })? as u64;
            if read > MAX_LINE {
                return Err(LineError::TooLong { line });
            }
            self.read += read;
            if read == 0 {
                return Ok(None);
            }
            let text = text.trim_ascii();
            if !text.is_empty() {
                return document(text, line).map(Some);
            }
        }
    }
}

fn document(text: &[u8], line: usize) -> Result<Document, LineError> {
    let wrong = |problem: String| LineError::NotADocument { line, problem };
    let found: Line = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
    if found.document.trim().is_empty() {
        return Err(wrong("the text is empty".into()));
    }
    let mut metadata = found.metadata.iter().flatten();
    let nested = metadata.find(|(_, value)| matches!(value, Value::Array(_) | Value::Object(_)));
    match nested {
        Some((key, _)) => Err(wrong(format!(
            "`metadata.{key}` is not text, a number or a boolean"
        ))),
        None => Ok(Document::new(found.id, found.document, found.metadata)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(text: &'static str) -> JsonLines {
        JsonLines::of(text.as_bytes(), Some(text.len() as u64))
    }

    #[test]
    fn each_line_is_a_document() {
        let mut lines = lines(
            "{\"document\":\"a\"}\n\n {\"id\":\"7\",\"document\":\"b\",\"metadata\":{\"n\":1}}\r\n",
        );
        let first = lines.next().unwrap().unwrap();
        assert_eq!(first, Document::new(None, "a".into(), None));
        let second = lines.next().unwrap().unwrap();
        assert_eq!((second.id.as_str(), second.text.as_str()), ("7", "b"));
        assert_eq!(second.metadata.map(Value::Object), Some(json!({"n": 1})));
        assert_eq!(lines.next().unwrap(), None);
        assert_eq!(lines.share(), Some(1.0));
    }

    #[test]
    fn an_invalid_document_is_refused_with_its_line() {
        for (text, expected) in [
            (
                "{\"document\":\"a\"}\nnothing\n",
                "line 2 is not a document: expected ident",
            ),
            (
                "{\"text\":\"a\"}",
                "line 1 is not a document: unknown field `text`",
            ),
            (
                "{\"document\":\" \"}",
                "line 1 is not a document: the text is empty",
            ),
            (
                "{\"document\":\"a\",\"metadata\":{\"x\":[]}}",
                "`metadata.x` is not text",
            ),
        ] {
            let mut lines = lines(text);
            let error = loop {
                match lines.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("{text} was read"),
                    Err(error) => break error.to_string(),
                }
            };
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn an_endless_line_is_not_read_into_memory() {
        let endless = io::repeat(b'x');
        let mut lines = JsonLines::of(endless, None);
        assert!(matches!(lines.next(), Err(LineError::TooLong { line: 1 })));
        assert_eq!(lines.share(), None);
    }
}
