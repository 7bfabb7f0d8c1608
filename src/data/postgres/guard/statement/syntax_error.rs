//! Saying where a statement stops making sense, in PostgreSQL's words, so that its writer recognises them.

use super::{refusal::Refusal, scanner::Token};

/// The refusal of what stops making sense at `position`, in bytes.
pub(super) fn refusal(sql: &str, tokens: &[Token<'_>], what: &str, position: usize) -> Refusal {
    let significant = tokens.iter().filter(|token| token.is_significant());
    let near = significant
        .clone()
        .find(|token| token.start + token.text.len() > position);
    let place = near.map_or(sql.len(), |token| token.start);
    refusal_near(sql, what, near.map(|token| token.text), place)
}

/// The refusal of the text that starts at `place`, in bytes.
pub(super) fn refusal_near(sql: &str, what: &str, near: Option<&str>, place: usize) -> Refusal {
    let before = &sql[..place];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let has_lines = sql.trim_end().contains('\n');
    Refusal::Syntax {
        what: what.to_owned(),
        near_text: near.map(ToOwned::to_owned),
        line: if has_lines {
            before.matches('\n').count() + 1
        } else {
            0
        },
        column: before[line_start..].chars().count() + 1,
    }
}
