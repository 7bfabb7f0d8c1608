//! [`Places`]: from a query with names to a statement with numbers.

use squawk_lexer::{TokenKind, tokenize};
use toolwright_base::CodedText;

use crate::texts;

/// A statement with `$1`, `$2`, …, and the names that stand for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) sql: String,
    /// The name of `$1`, `$2`, ….
    pub(super) names: Vec<String>,
}

impl Places {
    /// Finds `:name` and `{{name}}`. What looks like one in a string, a comment, a quoted name or a cast
    /// is none, nor is a slice of numbers (`a[1:2]`); before the name of a column in a slice stands a
    /// space (`a[i : j]`).
    ///
    /// # Errors
    /// If there is a numbered parameter, which has no name.
    pub(super) fn find(query: &str) -> Result<Self, CodedText> {
        let mut places = Self {
            sql: String::with_capacity(query.len()),
            names: Vec::new(),
        };
        let tokens = tokens(query);
        let mut at = 0;
        while let Some((kind, text)) = tokens.get(at) {
            if matches!(kind, TokenKind::PositionalParam { .. }) {
                return Err(texts::place_without_name(text));
            }
            let is_cast = at > 0 && tokens[at - 1].0 == TokenKind::Colon;
            if let Some((name, length)) = place(&tokens[at..]).filter(|_| !is_cast) {
                places.add(name);
                at += length;
            } else {
                places.sql.push_str(text);
                at += 1;
            }
        }
        Ok(places)
    }

    fn add(&mut self, name: &str) {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        self.sql.push_str(&format!("${}", number + 1));
    }
}

type Token<'a> = (TokenKind, &'a str);

fn tokens(query: &str) -> Vec<Token<'_>> {
    let mut rest = query;
    let token = |token: squawk_lexer::Token| {
        let (text, after) = rest.split_at(
            usize::try_from(token.len)
                .unwrap_or(rest.len())
                .min(rest.len()),
        );
        rest = after;
        (token.kind, text)
    };
    tokenize(query).map(token).collect()
}

/// Returns the name of the place that these tokens begin with, and how many tokens it is.
fn place<'a>(tokens: &[Token<'a>]) -> Option<(&'a str, usize)> {
    use TokenKind::{CloseCurly, Colon, Ident, OpenCurly, Whitespace};
    match tokens {
        [(Colon, _), (Ident, name), ..] => Some((name, 2)),
        [(OpenCurly, _), (OpenCurly, _), rest @ ..] => {
            let blanks = |tokens: &[Token<'a>]| {
                tokens
                    .iter()
                    .take_while(|(kind, _)| *kind == Whitespace)
                    .count()
            };
            let before = blanks(rest);
            let (Ident, name) = rest.get(before)? else {
                return None;
            };
            let rest = rest.get(before + 1..)?;
            let after = blanks(rest);
            let is_closed = matches!(rest.get(after..)?, [(CloseCurly, _), (CloseCurly, _), ..]);
            is_closed.then_some((*name, 2 + before + 1 + after + 2))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_numbers_where_they_are_places() {
        for (query, sql, names) in [
            ("a = :x", "a = $1", &["x"][..]),
            (
                "a = {{x}} AND b = {{ y }} OR c = :x",
                "a = $1 AND b = $2 OR c = $1",
                &["x", "y"],
            ),
            ("a::text = :x::text", "a::text = $1::text", &["x"]),
            (
                "':x' || \":x\" || $$:x$$ || $t$:x$t$ || E'\\':x'",
                "':x' || \":x\" || $$:x$$ || $t$:x$t$ || E'\\':x'",
                &[],
            ),
            ("a -- :x\n/* :x {{x}} */", "a -- :x\n/* :x {{x}} */", &[]),
            ("a[1:2]", "a[1:2]", &[]),
            ("a[i : j]", "a[i : j]", &[]),
            ("f(a := 1)", "f(a := 1)", &[]),
            ("x = :이름", "x = $1", &["이름"]),
            ("'{\"a\": 1}'::jsonb", "'{\"a\": 1}'::jsonb", &[]),
        ] {
            let places = Places::find(query).unwrap();
            assert_eq!(
                (places.sql.as_str(), places.names),
                (sql, names.iter().map(ToString::to_string).collect()),
                "{query}"
            );
        }
        assert_eq!(
            Places::find("a = $1").unwrap_err(),
            "`$1` has no name: write `:name`"
        );
    }
}
