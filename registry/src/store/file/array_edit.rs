//! Adds and removes elements of an array in a text, and leaves everything else as it is.

use std::{iter, ops::Range};

/// Returns the blanks at the start of the line of `place`.
pub(super) fn indent_of(text: &str, place: usize) -> &str {
    let line_start = text[..place].rfind('\n').map_or(0, |newline| newline + 1);
    let line = &text[line_start..place];
    &line[..line.len() - line.trim_start().len()]
}

/// Returns where to insert a new element of `array` behind `last`, and the text to insert.
pub(super) fn appended(
    text: &str,
    array: &Range<usize>,
    last: Option<&Range<usize>>,
    element: &str,
) -> (usize, String) {
    let Some(last) = last else {
        let outer = indent_of(text, array.start);
        let start = array.start + 1;
        let has_line_end = text[start..array.end].contains('\n');
        let end = if has_line_end {
            ""
        } else {
            &format!("\n{outer}")
        };
        return (start, format!("\n{element}{end}"));
    };
    match comma_after(text, last.end) {
        // A trailing comma stays one.
        Some(comma) => (comma + 1, format!("\n{element},")),
        None => (last.end, format!(",\n{element}")),
    }
}

/// Returns the ranges to remove for the element at `range`, the last one first: with a comma, and with
/// its line.
pub(super) fn removed(
    text: &str,
    range: &Range<usize>,
    previous: Option<&Range<usize>>,
) -> Vec<Range<usize>> {
    if let Some(comma) = comma_after(text, range.end) {
        let start = text[..range.start].trim_end_matches([' ', '\t']).len();
        let rest = text[comma + 1..].trim_start_matches([' ', '\t']);
        let is_own_line = text[..start].ends_with('\n') && rest.starts_with('\n');
        if is_own_line {
            return iter::once(start..text.len() - rest.len() + 1).collect();
        }
        return iter::once(range.start..comma + 1).collect();
    }
    // A comment to the end of the line needs the end of its line.
    let blanks = text[..range.start].trim_end_matches([' ', '\t']).len();
    let from = previous.map_or(0, |previous| previous.end);
    let between = text[from..blanks].trim_end();
    let start = match between.rsplit('\n').next() {
        Some(line) if line.contains("//") => blanks,
        _ => from + between.len(),
    };
    let comma = previous.and_then(|previous| comma_after(text, previous.end));
    let comma = comma.map(|comma| comma..comma + 1);
    iter::once(start..range.end).chain(comma).collect()
}

/// Returns the place of the comma behind `place`, if there is one before anything else but blanks and
/// comments.
fn comma_after(text: &str, place: usize) -> Option<usize> {
    let mut rest = &text[place..];
    loop {
        rest = rest.trim_start();
        let comment_end = if rest.starts_with("//") {
            rest.find('\n')?
        } else if rest.starts_with("/*") {
            rest.find("*/")? + 2
        } else {
            break;
        };
        rest = &rest[comment_end..];
    }
    rest.starts_with(',').then(|| text.len() - rest.len())
}
