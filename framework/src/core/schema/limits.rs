//! [`limit_misfit`]: the limits of a schema: ranges, lengths and patterns.

use std::{collections::HashSet, fmt::Display};

use regex_lite::Regex;
use serde_json::Value;

use super::{
    description::{UNIQUE_ITEMS, describe_fixed_length, describe_pattern},
    json_schema::Schema,
};

/// Returns a description of the values within the limits, if `value` is not within them.
pub(super) fn limit_misfit(schema: &Schema, value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => number_misfit(schema, number.as_f64()?),
        Value::String(text) => {
            let unit = match is_base64(schema) {
                true => "characters of Base64",
                false => "characters",
            };
            let length = count_misfit(schema, "Length", text.chars().count(), unit);
            let length = length
                .map(|wanted| describe_fixed_length(|limit| schema.get(limit)).unwrap_or(wanted));
            length.or_else(|| pattern_misfit(schema, text))
        }
        Value::Array(items) => {
            let length = count_misfit(schema, "Items", items.len(), "items");
            length.or_else(|| repeated(schema, items))
        }
        Value::Object(members) => count_misfit(schema, "Properties", members.len(), "entries"),
        _ => None,
    }
}

/// Whether the text stands for bytes. The limit of those is another number.
fn is_base64(schema: &Schema) -> bool {
    schema
        .get("contentEncoding")
        .is_some_and(|encoding| encoding == "base64")
}

fn number_misfit(schema: &Schema, number: f64) -> Option<String> {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let (least, most) = (limit("minimum"), limit("maximum"));
    let (above, below) = (limit("exclusiveMinimum"), limit("exclusiveMaximum"));
    let is_outside = least.is_some_and(|least| number < least)
        || most.is_some_and(|most| number > most)
        || above.is_some_and(|above| number <= above)
        || below.is_some_and(|below| number >= below);
    if is_outside {
        let bounds = [
            ("from", least),
            ("above", above),
            ("up to", most),
            ("below", below),
        ];
        return Some(format!("a number{}", bounds_text(&bounds)));
    }
    let of = limit("multipleOf").filter(|of| *of > 0.0 && (number / of).fract() != 0.0)?;
    Some(format!("a multiple of {of}"))
}

/// Checks `min…` and `max…`, such as `minItems`.
fn count_misfit(schema: &Schema, of: &str, count: usize, unit: &str) -> Option<String> {
    let limit = |word: &str| schema.get(&format!("{word}{of}")).and_then(Value::as_u64);
    let (least, most) = (limit("min"), limit("max"));
    let count = count as u64;
    let is_outside =
        least.is_some_and(|least| count < least) || most.is_some_and(|most| count > most);
    let bounds = [("from", least), ("up to", most)];
    is_outside.then(|| match least {
        Some(count) if least == most => format!("{count} {unit}"),
        _ => format!("{unit}{}", bounds_text(&bounds)),
    })
}

/// Writes the bounds that there are, as the errors of `#[range]` and `#[length]` do.
fn bounds_text<T: Display>(bounds: &[(&str, Option<T>)]) -> String {
    let bounds = bounds.iter();
    let known = bounds.filter_map(|(word, bound)| Some(format!(" {word} {}", bound.as_ref()?)));
    known.collect()
}

/// A pattern that is not one here is not checked: JSON Schema knows more than this does.
fn pattern_misfit(schema: &Schema, text: &str) -> Option<String> {
    let pattern = schema.get("pattern")?.as_str()?;
    let is_match = Regex::new(pattern).map_or(true, |regex| regex.is_match(text));
    (!is_match).then(|| describe_pattern(pattern))
}

fn repeated(schema: &Schema, items: &[Value]) -> Option<String> {
    if schema.get("uniqueItems") != Some(&Value::Bool(true)) {
        return None;
    }
    let mut seen = HashSet::new();
    let are_different = items.iter().all(|item| seen.insert(item.to_string()));
    (!are_different).then(|| UNIQUE_ITEMS.to_owned())
}
