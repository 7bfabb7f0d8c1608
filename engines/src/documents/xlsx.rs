//! Workbooks, by `calamine`: each sheet is a table of the cells' values, with formulas as their
//! last result.
//!
//! Cells are read one by one: a sheet with a single cell in its last corner has 17 billion places.

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader as _, Xlsx, XlsxError};

use super::{
    document::{Metadata, ParsedDocument, Part, Unit},
    error::DocumentError,
    selection::ParseJob,
    table,
};

/// The most cells that are read in all sheets together.
const MAX_CELLS: usize = 2_000_000;

type Book<'b> = Xlsx<Cursor<&'b [u8]>>;

pub(super) fn parse(bytes: &[u8], job: &ParseJob) -> Result<ParsedDocument, DocumentError> {
    let mut book: Book<'_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| explain(&error))?;
    let sheets: Vec<_> = book.sheet_names().into_iter().zip(1..).map(part).collect();
    let selection = &job.wanted.selection;
    let (parts, note) = selection.select(Unit::Sheet, &sheets, job.limits.max_parts)?;
    let mut notes: Vec<_> = note.into_iter().collect();
    let mut text = String::new();
    let mut room = MAX_CELLS;
    for part in &parts.included {
        let name = part.name.as_deref().unwrap_or_default();
        text.push_str(&format!("<!-- sheet {}: {name} -->\n\n", part.number));
        match rows(&mut book, name, &mut room) {
            Ok(rows) => {
                let (table, written) = table::markdown(&rows);
                text.push_str(&table);
                if written < rows.len() {
                    notes.push(format!(
                        "only the first {written} rows of `{name}` were read"
                    ));
                }
            }
            Err(error) => notes.push(format!("sheet `{name}` is broken: {error}")),
        }
        text.push('\n');
    }
    if room == 0 {
        notes.push(format!("only the first {MAX_CELLS} cells were read"));
    }
    Ok(ParsedDocument {
        metadata: metadata(&mut book),
        parts: Some(parts),
        text,
        notes,
    })
}

fn part((name, number): (String, usize)) -> Part {
    Part {
        number,
        name: Some(name),
    }
}

/// Returns the rows of a sheet, without empty rows and columns.
fn rows(book: &mut Book<'_>, sheet: &str, room: &mut usize) -> Result<Vec<Vec<String>>, XlsxError> {
    let mut cells = book.worksheet_cells_reader(sheet)?;
    let mut rows: Vec<(u32, Vec<(u32, String)>)> = Vec::new();
    while *room > 0
        && let Some(cell) = cells.next_cell()?
    {
        let shown = show(cell.get_value());
        if shown.is_empty() {
            continue;
        }
        *room -= 1;
        let (row, column) = cell.get_position();
        match rows.last_mut() {
            Some((last, cells)) if *last == row => cells.push((column, shown)),
            _ => rows.push((row, vec![(column, shown)])),
        }
    }
    Ok(aligned(rows))
}

fn aligned(rows: Vec<(u32, Vec<(u32, String)>)>) -> Vec<Vec<String>> {
    let mut columns: Vec<u32> = rows
        .iter()
        .flat_map(|(_, cells)| cells)
        .map(|cell| cell.0)
        .collect();
    columns.sort_unstable();
    columns.dedup();
    let align = |(_, cells): (u32, Vec<(u32, String)>)| {
        let mut row = Vec::new();
        for (column, shown) in cells {
            let place = columns.binary_search(&column).unwrap_or_default();
            if row.len() <= place {
                row.resize(place + 1, String::new());
            }
            row[place] = shown;
        }
        row
    };
    rows.into_iter().map(align).collect()
}

fn show(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::Bool(true) => "TRUE".into(),
        DataRef::Bool(false) => "FALSE".into(),
        DataRef::DateTime(time) => show_time(time),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Error(error) => error.to_string(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
    }
}

fn show_time(time: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    if time.is_duration() {
        return time.as_f64().to_string();
    }
    match time.as_f64() {
        value if value < 1.0 => clock,
        value if value.fract() == 0.0 => format!("{year:04}-{month:02}-{day:02}"),
        _ => format!("{year:04}-{month:02}-{day:02} {clock}"),
    }
}

fn metadata(book: &mut Book<'_>) -> Metadata {
    let Ok(found) = book.workbook_properties() else {
        return Metadata::default();
    };
    Metadata {
        title: found.title,
        author: found.creator,
        subject: found.subject,
        created: found.created,
        modified: found.modified,
        application: found.application,
    }
}

fn explain(error: &XlsxError) -> DocumentError {
    match error {
        XlsxError::Password => DocumentError::Encrypted,
        other => DocumentError::damaged(other),
    }
}
