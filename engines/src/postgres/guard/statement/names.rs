//! The check of all names in a statement against the denied ones.
//!
//! It works on tokens, not on the syntax tree, so that no position of a name is overlooked.

use std::{borrow::Cow, collections::HashSet};

use super::{
    denied_names,
    refusal::{Family, Refusal},
    scanner::{Token, TokenKind},
};

/// The form of `ts_rewrite` with three arguments takes no SQL. The one with two arguments does.
const HARMLESS_REWRITE_ARGUMENTS: usize = 3;

/// Refuses the first name that is denied and not `allowed`.
///
/// The tokens must not contain white space and comments.
pub(super) fn check(tokens: &[Token<'_>], allowed: &HashSet<String>) -> Result<(), Refusal> {
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == TokenKind::UnicodeQuoted {
            return Err(Refusal::UnicodeName {
                name: token.text.to_owned(),
            });
        }
        let Some(name) = name_of(token) else {
            continue;
        };
        let is_allowed = |name: &str| allowed.contains(name);
        let position = Position { tokens, at };
        if token.is_word("treat") && position.is_called() {
            return Err(Refusal::Treat);
        }
        if let Some(refusal) = refuse(&name, &position)
            && !is_allowed(&name)
            && !position.called_name().is_some_and(|name| is_allowed(&name))
        {
            return Err(refusal);
        }
    }
    Ok(())
}

fn refuse(name: &str, position: &Position<'_>) -> Option<Refusal> {
    let function = |family: Family, name: &str| Refusal::Function {
        name: name.to_owned(),
        family,
    };
    let relation = |family: Family| Refusal::Relation {
        name: name.to_owned(),
        family,
    };
    if let Some(family) = denied_names::relation(name) {
        return Some(relation(family));
    }
    if let Some(family) = denied_names::name(name)
        && position.may_be_call()
    {
        return Some(function(family, name));
    }
    if position.is_called() {
        let is_rewrite = name == "ts_rewrite" && position.arguments() != HARMLESS_REWRITE_ARGUMENTS;
        let family = if is_rewrite {
            Some(Family::SqlText)
        } else {
            denied_names::call(name)
        };
        return family.map(|family| function(family, name));
    }
    if !position.is_schema() {
        return None;
    }
    let called = position.called_name();
    let of_schema = called.and_then(|called| {
        denied_names::schema(name).map(|family| function(family, &format!("{name}.{called}")))
    });
    of_schema.or_else(|| denied_names::relation_schema(name).map(relation))
}

/// A name and the tokens around it.
struct Position<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Position<'a> {
    fn ahead(&self, count: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at + count)
    }

    fn before(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    fn is_called(&self) -> bool {
        self.ahead(1).is_some_and(|token| token.is_mark("(")) && !self.is_alias()
    }

    /// Returns whether `AS` is before the name. What follows is an alias or a type.
    fn is_alias(&self) -> bool {
        self.before().is_some_and(|token| token.is_word("as"))
    }

    /// Returns whether a function of this name could be called here. A name alone is a column or an
    /// alias; after a dot it is a function too, if there is no such column.
    fn may_be_call(&self) -> bool {
        let is_attribute = self.before().is_some_and(|token| token.is_mark("."));
        self.is_called() || is_attribute
    }

    fn is_schema(&self) -> bool {
        self.ahead(1).is_some_and(|token| token.is_mark("."))
    }

    /// Returns the function in a call `schema.function(`, if this is its schema.
    fn called_name(&self) -> Option<Cow<'a, str>> {
        let is_call = self.is_schema() && self.ahead(3).is_some_and(|token| token.is_mark("("));
        self.ahead(2).filter(|_| is_call).and_then(name_of)
    }

    /// Counts the arguments of the call by its commas.
    fn arguments(&self) -> usize {
        let mut depth = 0_usize;
        let mut arguments = 1;
        for token in &self.tokens[self.at + 1..] {
            match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "," if depth == 1 => arguments += 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        arguments
    }
}

/// Returns the name as PostgreSQL looks it up.
pub(super) fn name_of<'a>(token: &Token<'a>) -> Option<Cow<'a, str>> {
    match token.kind {
        TokenKind::Word => Some(fold(token.text)),
        TokenKind::Quoted => {
            let inner = token.text.strip_prefix('"')?.strip_suffix('"')?;
            Some(if inner.contains('"') {
                inner.replace("\"\"", "\"").into()
            } else {
                inner.into()
            })
        }
        _ => None,
    }
}

/// Folds a name to lower case.
///
/// PostgreSQL folds other letters than ASCII too, depending on its locale. Only the Turkish `İ` can
/// become an ASCII letter that way.
fn fold(word: &str) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return word.into();
    }
    word.replace('İ', "i").to_ascii_lowercase().into()
}
