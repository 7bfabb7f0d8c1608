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
        Some(Value::Array(kinds)) => list(kinds.iter()),
        _ => "a value".into(),
    }
}

fn describe_type(kind: &str, schema: &Value) -> String {
    let format = schema.get("format").and_then(Value::as_str);
    match (kind, format) {
        ("string", Some(format)) => format!("a string ({format})"),
        ("array", _) => match schema.get("items") {
            Some(items) => format!("an array, each item {}", describe(items)),
            None => "an array".into(),
        },
        ("integer" | "object", _) => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// Lists items in backticks: `` `a`, `b` ``.
pub(in crate::core) fn list<T: fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items
        .map(|item| format!("`{}`", item.to_string().trim_matches('"')))
        .collect::<Vec<_>>()
        .join(", ")
}
