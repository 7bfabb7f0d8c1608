//! [`parse`]: from a text to its tree.

use jsonc_parser::{CollectOptions, ParseOptions, ast::Value, parse_to_ast};

use super::problems::Problems;
use crate::texts;

/// A parsed text.
pub(crate) type Tree<'a> = Value<'a>;

/// JSON, and beyond it nothing but comments and trailing commas.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
};

/// The most values of a text. Each takes some hundred bytes once it is parsed, and may be three bytes of
/// text.
const MAX_VALUES: usize = 2_000_000;

/// Returns the most values that `text` can have: one follows each comma, colon and opening bracket.
/// Those in texts and comments count too, since only a parser tells them apart.
fn count_values(text: &str) -> usize {
    let is_before_value = |byte: &u8| matches!(byte, b',' | b':' | b'[' | b'{');
    1 + text.bytes().filter(is_before_value).count()
}

/// Parses `text`. Returns `None` if it is not JSON, and adds the reason to `problems`.
pub(crate) fn parse<'a>(text: &'a str, problems: &Problems<'_>) -> Option<Tree<'a>> {
    if count_values(text) > MAX_VALUES {
        let message = texts::too_many_values(MAX_VALUES);
        problems.add(0, String::new(), message);
        return None;
    }
    let parsed = match parse_to_ast(text, &CollectOptions::default(), &OPTIONS) {
        Ok(parsed) => parsed.value,
        Err(error) => {
            let reason = error.kind().to_string().to_lowercase();
            problems.add(
                error.range().start,
                String::new(),
                texts::invalid_json(reason),
            );
            return None;
        }
    };
    if parsed.is_none() {
        problems.add(text.len(), String::new(), texts::no_json());
    }
    parsed
}
