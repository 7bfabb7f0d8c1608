//! CSV with commas, semicolons, tabs or bars, as a table.

use ::csv::ReaderBuilder;

use super::{document::ParsedDocument, encoding, error::DocumentError, job::Job, table};

const SEPARATORS: [u8; 4] = *b",;\t|";

pub(super) fn parse(bytes: &[u8], job: &Job) -> Result<ParsedDocument, DocumentError> {
    let text = encoding::decode(bytes, job.content_type.as_deref());
    let mut reader = ReaderBuilder::new()
        .delimiter(separator(&text))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(DocumentError::damaged)?;
        rows.push(record.iter().map(ToOwned::to_owned).collect());
    }
    let (text, written) = table::markdown(&rows);
    let cut = (written < rows.len()).then(|| format!("only the first {written} rows were read"));
    let size = format!("{} rows, the first is the header", rows.len());
    Ok(ParsedDocument {
        text,
        notes: std::iter::once(size).chain(cut).collect(),
        ..ParsedDocument::default()
    })
}

/// Returns the separator that is most frequent in the first line, outside of quotes.
fn separator(text: &str) -> u8 {
    let mut counts = [0_usize; SEPARATORS.len()];
    let mut is_quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            _ if is_quoted => {}
            _ => {
                if let Some(which) = SEPARATORS.iter().position(|one| *one == byte) {
                    counts[which] += 1;
                }
            }
        }
    }
    let best = (0..counts.len()).rev().max_by_key(|which| counts[*which]);
    best.map_or(b',', |which| SEPARATORS[which])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_the_most_frequent_of_the_first_line() {
        for (text, expected) in [
            ("a,b;c,d\n;;;;;", b','),
            ("a;b;\"c,,,,\"", b';'),
            ("a\tb", b'\t'),
            ("a|b|c", b'|'),
            ("alone", b','),
            ("", b','),
        ] {
            assert_eq!(separator(text), expected, "{text}");
        }
    }
}
