//! `serialize_for_cell`: text without no-break spaces, so that it fits a cell of a table or a SQL statement.
//!
//! Language models like to write U+00A0, which looks like a space, and which databases and spreadsheets do not take for one.

use crate::tool;

/// The character that looks like a space and is none.
const NO_BREAK_SPACE: char = '\u{a0}';

/// Replaces every no-break space (U+00A0) of a text by a plain space.
///
/// Use it on SQL or text that a model wrote, before it is run or saved as CSV or in a spreadsheet. Everything else stays as it is.
#[tool(
    title = "Clean text for a cell",
    read_only,
    idempotent,
    parallel,
    tags("text")
)]
pub(super) async fn serialize_for_cell(
    /// The text to clean.
    data: String,
) -> String {
    if data.contains(NO_BREAK_SPACE) {
        data.replace(NO_BREAK_SPACE, " ")
    } else {
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_no_break_space_becomes_a_space() {
        let sql = "SELECT\u{a0}user_id,\u{a0}email\u{a0}FROM users";
        assert_eq!(
            serialize_for_cell(sql.into()).await,
            "SELECT user_id, email FROM users"
        );
    }

    #[tokio::test]
    async fn everything_else_stays_as_it_is() {
        for text in ["", "plain", "tab\tline\nthin\u{2009}narrow\u{202f}한글"] {
            assert_eq!(serialize_for_cell(text.into()).await, text);
        }
    }
}
