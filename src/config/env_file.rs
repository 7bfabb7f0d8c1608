//! Parses `.env`: lines of the form `NAME=value`.

use std::{collections::BTreeMap, io};

/// Parses the variables of a `.env` file, or says what is wrong with it.
///
/// The message names the line and never quotes it, since it may contain a secret.
pub(super) fn parse(text: &str) -> Result<BTreeMap<String, String>, String> {
    let values = dotenvy::from_read_iter(io::Cursor::new(text)).collect::<Result<_, _>>();
    values.map_err(|error| {
        let line = match error {
            dotenvy::Error::LineParse(part, _) => line_that_ends_with(text, &part),
            _ => None,
        };
        let line = line.map_or_else(|| "a line".to_owned(), |line| format!("line {line}"));
        format!(
            "{line} is not `NAME=value`; put quotes around a value that contains spaces or quotes"
        )
    })
}

/// Returns the number of the line in which the text `part` begins. `part` may lack the beginning
/// of that line.
fn line_that_ends_with(text: &str, part: &str) -> Option<usize> {
    let part = part.lines().next()?.trim_end();
    let mut lines = text.lines().map(str::trim_end);
    let line = lines.position(|line| line.ends_with(part))?;
    Some(line + 1)
}
