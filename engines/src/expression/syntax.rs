//! The modules that a text can use, and the messages for its syntax errors.

use ruff_python_parser::{ParseError, ParseErrorType};

use super::error::{ExpressionError, Limit};

/// The modules that a text can use, unless a variable has the same name.
pub(super) const MODULES: [&str; 2] = ["math", "datetime"];

/// The most characters of a message: some contain whole values.
const MOST_CHARACTERS: usize = 400;

/// Returns `text`, cut if it is long.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the error of a text that cannot be parsed, with the place in the text.
pub(super) fn syntax_error(text: &str, wrong: &ParseError) -> ExpressionError {
    if matches!(wrong.error, ParseErrorType::RecursionLimitExceeded) {
        return Limit::Depth.into();
    }
    let before = &text[..wrong.location.start().to_usize().min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ExpressionError::Syntax {
        line: number(before.matches('\n').count() + 1),
        column: number(before[line_start..].chars().count() + 1),
        message: shorten(&wrong.error.to_string()),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
