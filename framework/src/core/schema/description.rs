//! A schema in a few words, for error messages.

use std::fmt;

use serde_json::Value;

use super::enumeration::choices_of;

/// Describes the values that fit a schema: `an array, each item a string`.
pub(crate) fn describe(schema: &Value) -> String {
    if let Some(choices) = choices_of(schema) {
        return format!("one of {}", list(choices.iter().map(|choice| choice.value)));
    }
    if let Some(Value::Array(options)) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
        return options
            .iter()
            .map(describe)
            .collect::<Vec<_>>()
            .join(" or ");
    }
    match schema.get("type") {
        Some(Value::String(kind)) => describe_type(kind, schema),
        Some(Value::Array(kinds)) => describe_types(kinds, schema),
        _ => "a value".into(),
    }
}

/// Describes the values of several types. `null` is left out, since it stands for no value.
fn describe_types(kinds: &[Value], schema: &Value) -> String {
    let kinds = kinds.iter().filter_map(Value::as_str);
    let described = kinds
        .filter(|kind| *kind != "null")
        .map(|kind| describe_type(kind, schema));
    described.collect::<Vec<_>>().join(" or ")
}

fn describe_type(kind: &str, schema: &Value) -> String {
    let format = schema.get("format").and_then(Value::as_str);
    match (kind, format) {
        ("string", Some(format)) => describe_format(format),
        ("string", None) => match fixed_length(schema) {
            Some(1) => "a string of 1 character".into(),
            Some(length) => format!("a string of {length} characters"),
            None => "a string".into(),
        },
        ("array", _) => match schema.get("items") {
            Some(items) => format!("an array, each item {}", describe(items)),
            None => "an array".into(),
        },
        ("integer" | "object", _) => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// Returns the length of a string, if its schema allows only one. That of a `char` does.
fn fixed_length(schema: &Value) -> Option<u64> {
    let limit = |keyword| schema.get(keyword).and_then(Value::as_u64);
    limit("minLength").filter(|length| limit("maxLength") == Some(*length))
}

/// Describes the texts that match `pattern`.
pub(crate) fn describe_pattern(pattern: impl fmt::Display) -> String {
    format!("text that matches `{pattern}`")
}

/// Describes the strings of a `format`, such as `date`.
pub(crate) fn describe_format(format: &str) -> String {
    format!("a string ({format})")
}

/// Describes the arrays that fit `uniqueItems`.
pub(crate) const UNIQUE_ITEMS: &str = "items that are all different";

/// Lists items in backticks: `` `a`, `b` ``.
pub(in crate::core) fn list<T: fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items
        .map(|item| format!("`{}`", item.to_string().trim_matches('"')))
        .collect::<Vec<_>>()
        .join(", ")
}
