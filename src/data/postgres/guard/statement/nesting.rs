//! How deep a statement goes, told from its tokens before anything recursive sees it.
//!
//! The parser calls itself for every bracket, `CASE` and operator in front, and its tree is as deep as a chain of operators is
//! long. So both are bounded: brackets directly, chains by the tokens between two commas. A comma starts anew, since lists are flat.

use super::{refusal::Refusal, scanner::Token};

/// Brackets in brackets. Written by hand, ten are many.
const MOST_BRACKETS: usize = 128;
/// Tokens on the way down to one token: about 1,000 terms of an `OR`.
const MOST_WEIGHT: usize = 4_000;
/// Up to here any thread's stack is enough for the parser.
const FEW_BRACKETS: usize = 24;
const LITTLE_WEIGHT: usize = 400;
/// What a set operation weighs, which a comma does not take off again.
const SET_OPERATION_WEIGHT: usize = 4;

/// Which stack the parser needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    /// That of the caller.
    Shallow,
    /// One of its own.
    Deep,
}

/// One level of brackets.
#[derive(Default, Clone, Copy)]
struct Level {
    /// What a comma goes back to.
    base: usize,
    weight: usize,
}

/// Measures a statement, or refuses it.
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
        if levels.len() > MOST_BRACKETS || level.weight > MOST_WEIGHT {
            return Err(Refusal::TooDeep);
        }
        if levels.len() > FEW_BRACKETS || level.weight > LITTLE_WEIGHT {
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
