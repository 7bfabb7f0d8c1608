//! Syntax errors, worded like PostgreSQL's own so that people and models recognise them.

use super::{refusal::Refusal, scanner::Token};

/// Creates the refusal of a syntax error at `position`, in bytes.
pub(super) fn refusal(sql: &str, tokens: &[Token<'_>], message: &str, position: usize) -> Refusal {
    let significant = tokens.iter().filter(|token| token.is_significant());
    let near = significant
        .clone()
        .find(|token| token.start + token.text.len() > position);
    let start = near.map_or(sql.len(), |token| token.start);
    refusal_near(sql, message, near.map(|token| token.text), start)
}

/// Creates the refusal of a syntax error in the text `near` that starts at `start`, in bytes.
pub(super) fn refusal_near(sql: &str, message: &str, near: Option<&str>, start: usize) -> Refusal {
    let before = &sql[..start];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let has_lines = sql.trim_end().contains('\n');
    Refusal::Syntax {
        message: message.to_owned(),
        near_text: near.map(ToOwned::to_owned),
        line: if has_lines {
            before.matches('\n').count() + 1
        } else {
            0
        },
        column: before[line_start..].chars().count() + 1,
    }
}
