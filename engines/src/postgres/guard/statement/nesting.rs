//! The nesting depth of a statement, measured on its tokens before the recursive parser runs.
//!
//! The parser recurses for every bracket, `CASE` and prefix operator, and its tree is as deep as a
//! chain of operators is long. Both are limited: brackets directly, chains by the number of tokens
//! between two commas. A comma resets that number, since lists are flat.

use super::{refusal::Refusal, scanner::Token};

/// The maximum depth of brackets. People write at most about ten.
const MAX_BRACKETS: usize = 128;
/// The maximum number of tokens on the path to a token: about 1,000 terms of an `OR`.
const MAX_WEIGHT: usize = 4_000;
/// Up to these values, the stack of any thread suffices for the parser.
const SHALLOW_BRACKETS: usize = 24;
const SHALLOW_WEIGHT: usize = 400;
/// The weight of a set operation, which a comma does not reset.
const SET_OPERATION_WEIGHT: usize = 4;

/// Which stack the parser runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    /// The stack of the caller.
    Shallow,
    /// A larger one, in a thread of its own.
    Deep,
}

/// One level of brackets.
#[derive(Default, Clone, Copy)]
struct Level {
    /// The weight after a comma.
    base: usize,
    weight: usize,
}

/// Measures a statement.
///
/// # Errors
/// If it is nested too deeply to be parsed.
pub(super) fn measure(tokens: &[Token<'_>]) -> Result<Nesting, Refusal> {
    let mut levels = vec![Level::default()];
    let mut nesting = Nesting::Shallow;
    for token in tokens.iter().filter(|token| token.is_significant()) {
        let mut level = levels.last().copied().unwrap_or_default();
        level.weight += 1;
        if token.is_mark(",") {
            level.weight = level.base;
        } else if is_set_operation(token) {
            level.base += SET_OPERATION_WEIGHT;
            level.weight += SET_OPERATION_WEIGHT;
        }
        replace_last(&mut levels, level);
        if opens(token) {
            levels.push(Level {
                base: level.weight,
                weight: level.weight,
            });
        } else if closes(token) && levels.len() > 1 {
            levels.pop();
        }
        if levels.len() > MAX_BRACKETS || level.weight > MAX_WEIGHT {
            return Err(Refusal::TooDeep);
        }
        if levels.len() > SHALLOW_BRACKETS || level.weight > SHALLOW_WEIGHT {
            nesting = Nesting::Deep;
        }
    }
    Ok(nesting)
}

fn replace_last(levels: &mut [Level], level: Level) {
    if let Some(last) = levels.last_mut() {
        *last = level;
    }
}

fn opens(token: &Token<'_>) -> bool {
    token.is_mark("(") || token.is_mark("[") || token.is_word("case")
}

fn closes(token: &Token<'_>) -> bool {
    token.is_mark(")") || token.is_mark("]") || token.is_word("end")
}

fn is_set_operation(token: &Token<'_>) -> bool {
    ["union", "intersect", "except"]
        .iter()
        .any(|word| token.is_word(word))
}
