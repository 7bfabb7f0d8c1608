//! The constraints of an input: `#[range(…)]`, `#[length(…)]` and `#[pattern("…")]`.
//!
//! An empty range of literals and a pattern that is not a regular expression are compile errors.

use std::cmp::Ordering;

use regex_lite::Regex;
use syn::{Attribute, Expr, ExprLit, ExprRange, ExprUnary, Lit, LitStr, RangeLimits, UnOp};

use crate::{errors::at_contents, source};

/// Returns the range in `#[range(…)]` or `#[length(…)]`.
pub(super) fn range(word: &str, attribute: &Attribute) -> syn::Result<ExprRange> {
    let Ok(Expr::Range(range)) = attribute.parse_args() else {
        let expected = format!("`#[{word}]` expects a range: `#[{word}(1..=100)]`");
        return Err(at_contents(attribute, expected));
    };
    if is_empty(&range) {
        let found = source::text(&range);
        let message = format!("range `{found}` is empty: expected its start below its end");
        return Err(syn::Error::new_spanned(range, message));
    }
    Ok(range)
}

/// Returns the regular expression in `#[pattern("…")]`.
pub(super) fn pattern(attribute: &Attribute) -> syn::Result<LitStr> {
    let expected = "`#[pattern]` expects a text: `#[pattern(\"^[a-z]+$\")]`";
    let pattern: LitStr = attribute
        .parse_args()
        .map_err(|_| at_contents(attribute, expected))?;
    let text = pattern.value();
    match Regex::new(&text) {
        Ok(_) => Ok(pattern),
        Err(problem) => {
            let message = format!("`{text}` is not a regular expression: {problem}");
            Err(syn::Error::new_spanned(pattern, message))
        }
    }
}

/// Returns why a literal default is not in the range, if it is not.
pub(super) fn excludes(range: &ExprRange, default: &Expr) -> Option<String> {
    let below = |start: &Expr| compare(default, start) == Some(Ordering::Less);
    let above = |end: &Expr| match compare(default, end) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => matches!(range.limits, RangeLimits::HalfOpen(_)),
        Some(Ordering::Less) | None => false,
    };
    let is_outside =
        range.start.as_deref().is_some_and(below) || range.end.as_deref().is_some_and(above);
    let (default, range) = (source::text(default), source::text(range));
    is_outside.then(|| format!("default `{default}` is outside of the range `{range}`"))
}

/// Returns why the length of a literal default is not in the range, if it is not.
pub(super) fn excludes_length(range: &ExprRange, default: &Expr) -> Option<String> {
    let text = literal_text(default)?;
    let length = text.chars().count();
    let length: Expr = syn::parse_str(&length.to_string()).ok()?;
    excludes(range, &length)?;
    let range = source::text(range);
    Some(format!("default \"{text}\" is not of the length `{range}`"))
}

/// Returns why a literal default does not match the pattern, if it does not.
pub(super) fn does_not_match(pattern: &LitStr, default: &Expr) -> Option<String> {
    let (text, pattern) = (literal_text(default)?, pattern.value());
    let is_match = Regex::new(&pattern).is_ok_and(|regex| regex.is_match(&text));
    (!is_match).then(|| format!("default \"{text}\" does not match the pattern `{pattern}`"))
}

fn literal_text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// Whether this is a range of literals without a value in it.
fn is_empty(range: &ExprRange) -> bool {
    let (Some(start), Some(end)) = (&range.start, &range.end) else {
        return false;
    };
    match compare(start, end) {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => matches!(range.limits, RangeLimits::HalfOpen(_)),
        Some(Ordering::Less) | None => false,
    }
}

fn compare(left: &Expr, right: &Expr) -> Option<Ordering> {
    match (integer(left), integer(right)) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        _ => number(left)?.partial_cmp(&number(right)?),
    }
}

fn integer(expression: &Expr) -> Option<i128> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Int(literal),
            ..
        }) => literal.base10_parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => integer(expr).map(|value| -value),
        _ => None,
    }
}

fn number(expression: &Expr) -> Option<f64> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Int(literal),
            ..
        }) => literal.base10_parse().ok(),
        Expr::Lit(ExprLit {
            lit: Lit::Float(literal),
            ..
        }) => literal.base10_parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr).map(|value| -value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_empty;

    #[test]
    fn a_range_of_literals_without_values_is_empty() {
        let is_empty = |source: &str| is_empty(&syn::parse_str(source).expect("a range"));
        for empty in ["5..=1", "1..1", "-1..=-2", "1.5..1.5", "2..=1.5"] {
            assert!(is_empty(empty), "{empty}");
        }
        for inhabited in [
            "1..=5", "1..=1", "-2..=-1", "1.5..2", "..=3", "3..", "LOW..=1",
        ] {
            assert!(!is_empty(inhabited), "{inhabited}");
        }
    }
}
