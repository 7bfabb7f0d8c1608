//! `serialize_for_cell`: replaces no-break spaces in text for a cell of a table or a SQL statement.
//!
//! Language models tend to write U+00A0, which looks like a space but is none for databases and
//! spreadsheets.

use toolwright::tool;

const NO_BREAK_SPACE: char = '\u{a0}';

/// Replaces every no-break space (U+00A0) of a text with a plain space.
///
/// Use it on SQL or text that a model wrote, before it is run or saved as CSV or in a spreadsheet. All
/// other characters stay, unless `all_spaces` is set.
#[tool(
    title = "Clean text for a cell",
    read_only,
    idempotent,
    parallel,
    tags("text"),
    examples(
        "Clean the non-breaking spaces out of this SQL.",
        "Make this text safe for a CSV cell.",
        "Replace the no-break spaces in this text with plain spaces.",
        "Can you strip U+00A0 from the query before it is run?",
        "My SQL looks right but fails, as if there were invisible spaces in it.",
        "Clean 'price\\u00a0per\\u00a0unit' and the zero-width characters, all spaces.",
        "weird spaces in this cell, fix them",
        "The controller pastes AI-written text into Excel, and odd invisible characters spoil it.",
        "SQL에 섞인 보이지 않는 공백을 없애줘",
        "엑셀 셀에 넣을 수 있게 NBSP를 정리해줘",
        "특수 공백을 일반 공백으로 바꿔줘",
    )
)]
pub(super) async fn serialize_for_cell(
    /// The text to clean.
    data: String,
    /// Whether to replace every other Unicode space (thin, ideographic, …) too, and to remove
    /// characters without a width (U+200B, byte order marks, joiners). Line breaks and tabs stay.
    #[default(false)]
    all_spaces: bool,
) -> String {
    if all_spaces {
        with_plain_spaces(&data)
    } else {
        without_no_break_spaces(data)
    }
}

/// Replaces every no-break space with a plain space.
pub(super) fn without_no_break_spaces(text: String) -> String {
    if text.contains(NO_BREAK_SPACE) {
        text.replace(NO_BREAK_SPACE, " ")
    } else {
        text
    }
}

/// Replaces every kind of space with a plain space, and removes characters without a width.
fn with_plain_spaces(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text;
    // None of the characters is ASCII, so runs of ASCII are copied whole.
    while let Some(start) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let (plain, others) = rest.split_at(start);
        cleaned.push_str(plain);
        let length = others.bytes().position(|byte| byte.is_ascii());
        let (others, next) = others.split_at(length.unwrap_or(others.len()));
        cleaned.extend(others.chars().filter_map(plain_space));
        rest = next;
    }
    cleaned.push_str(rest);
    cleaned
}

/// Returns the replacement of a character, or `None` for one without a width.
fn plain_space(character: char) -> Option<char> {
    match character {
        NO_BREAK_SPACE
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Some(' '),
        '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => None,
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_no_break_space_becomes_a_space() {
        let sql = "SELECT\u{a0}user_id,\u{a0}email\u{a0}FROM users";
        assert_eq!(
            serialize_for_cell(sql.into(), false).await,
            "SELECT user_id, email FROM users"
        );
    }

    #[tokio::test]
    async fn other_characters_stay() {
        for text in [
            "",
            "plain",
            "tab\tline\nthin\u{2009}narrow\u{202f}zero\u{200b}한글",
        ] {
            assert_eq!(serialize_for_cell(text.into(), false).await, text);
        }
    }

    #[tokio::test]
    async fn all_spaces_become_plain_and_zero_widths_go_on_request() {
        let text = "\u{feff}a\u{a0}b\u{2009}c\u{3000}한\u{200b}글\t\r\n\u{2028}é\u{200d}\u{205f}";
        assert_eq!(
            serialize_for_cell(text.into(), true).await,
            "a b c 한글\t\r\n\u{2028}é "
        );
        for plain in ["", "plain text", "한글 é\n"] {
            assert_eq!(serialize_for_cell(plain.into(), true).await, plain);
        }
    }

    /// Unicode white space is a plain space, a tab, a line break, or is replaced.
    #[test]
    fn every_unicode_space_is_covered() {
        let kept: Vec<char> = (char::MIN..=char::MAX)
            .filter(|character| {
                character.is_whitespace() && plain_space(*character) == Some(*character)
            })
            .collect();
        assert_eq!(
            kept,
            [
                '\t', '\n', '\u{b}', '\u{c}', '\r', ' ', '\u{85}', '\u{2028}', '\u{2029}'
            ]
        );
    }
}
