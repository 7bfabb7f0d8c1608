//! The names in a statement, held against what is denied.
//!
//! It works on tokens, not on the tree: a name that is never overlooked needs no list of the places where it might stand.

use std::{borrow::Cow, collections::HashSet};

use super::{
    denied_names,
    family::Family,
    refusal::Refusal,
    scanner::{Token, TokenKind},
};

/// With so many arguments, all three of them queries, `ts_rewrite` runs no SQL.
const HARMLESS_REWRITE_ARGUMENTS: usize = 3;

/// Refuses the first name that is denied and not among the `allowed`. The tokens are the significant ones.
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
        let place = Place { tokens, at };
        if token.is_word("treat") && place.is_called() {
            return Err(Refusal::Treat);
        }
        if let Some(refusal) = refuse(&name, &place)
            && !is_allowed(&name)
            && !place.called_name().is_some_and(|name| is_allowed(&name))
        {
            return Err(refusal);
        }
    }
    Ok(())
}

fn refuse(name: &str, place: &Place<'_>) -> Option<Refusal> {
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
    if let Some(family) = denied_names::name(name) {
        return Some(function(family, name));
    }
    if place.is_called() {
        let is_rewrite = name == "ts_rewrite" && place.arguments() != HARMLESS_REWRITE_ARGUMENTS;
        let family = if is_rewrite {
            Some(Family::SqlText)
        } else {
            denied_names::call(name)
        };
        return family.map(|family| function(family, name));
    }
    if !place.is_schema() {
        return None;
    }
    let called = place.called_name();
    let of_schema = called.and_then(|called| {
        denied_names::schema(name).map(|family| function(family, &format!("{name}.{called}")))
    });
    of_schema.or_else(|| denied_names::relation_schema(name).map(relation))
}

/// A name and what stands around it.
struct Place<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Place<'a> {
    fn ahead(&self, count: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at + count)
    }

    fn is_called(&self) -> bool {
        self.ahead(1).is_some_and(|token| token.is_mark("("))
    }

    fn is_schema(&self) -> bool {
        self.ahead(1).is_some_and(|token| token.is_mark("."))
    }

    /// The function that is called after `schema.`.
    fn called_name(&self) -> Option<Cow<'a, str>> {
        let is_call = self.is_schema() && self.ahead(3).is_some_and(|token| token.is_mark("("));
        self.ahead(2).filter(|_| is_call).and_then(name_of)
    }

    /// How many arguments the call has, told by its commas.
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

/// The name as PostgreSQL looks it up.
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

/// ASCII folds. Of the rest only a Turkish server's `İ` folds into ASCII.
fn fold(word: &str) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return word.into();
    }
    word.replace('İ', "i").to_ascii_lowercase().into()
}
