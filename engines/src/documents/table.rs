//! Tables as Markdown, and CSV, which is one table.

use ::csv::ReaderBuilder;

use super::{document::ParsedDocument, error::DocumentError, selection::ParseJob, table, text};

/// The most bytes of a table, after which no further row is written: a single long row makes all
/// rows as long.
const MAX_BYTES: usize = 16 << 20;

/// Returns a table whose first row is the header, and how many of the rows are in it. Rows may have
/// different lengths.
pub(super) fn markdown(rows: &[Vec<String>]) -> (String, usize) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        if text.len() > MAX_BYTES {
            return (text, number);
        }
        line(&mut text, row, width);
        if number == 0 {
            text.push('|');
            text.push_str(&" --- |".repeat(width));
            text.push('\n');
        }
    }
    (text, rows.len())
}

fn line(text: &mut String, row: &[String], width: usize) {
    text.push('|');
    for column in 0..width {
        text.push(' ');
        if let Some(cell) = row.get(column) {
            escape(text, cell);
        }
        text.push_str(" |");
    }
    text.push('\n');
}

/// Writes a cell on one line, with bars escaped.
fn escape(text: &mut String, cell: &str) {
    for (number, line) in cell.trim().lines().enumerate() {
        if number > 0 {
            text.push_str("<br>");
        }
        text.push_str(&line.replace('|', "\\|"));
    }
}

const SEPARATORS: [u8; 4] = *b",;\t|";

pub(super) fn parse_csv(bytes: &[u8], job: &ParseJob) -> Result<ParsedDocument, DocumentError> {
    let text = text::decode(bytes, job.content_type.as_deref());
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
    fn rows_get_the_same_length_and_cells_one_line() {
        let rows = [vec!["지역", "a|b"], vec![" x\ny "], vec!["1", "2", "3"]]
            .map(|row| row.into_iter().map(ToOwned::to_owned).collect());
        let expected =
            "| 지역 | a\\|b |  |\n| --- | --- | --- |\n| x<br>y |  |  |\n| 1 | 2 | 3 |\n";
        assert_eq!(markdown(&rows), (expected.into(), 3));
        assert_eq!(markdown(&[]), (String::new(), 0));
    }

    #[test]
    fn a_table_with_one_very_long_row_is_cut() {
        let mut rows = vec![Vec::new(); 100_000];
        rows[50_000] = vec![String::new(); 100_000];
        let (text, written) = markdown(&rows);
        assert!(text.len() < MAX_BYTES + 1_000_000, "{}", text.len());
        assert!(written < 100, "{written}");
    }

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
