//! A schema in a few words, for error messages, and the values that it enumerates.

use std::fmt;

use serde_json::Value;

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

/// A value that a schema enumerates.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice<'s> {
    pub(crate) value: &'s Value,
    /// Its title, or else its description.
    pub(crate) title: Option<&'s str>,
}

/// Returns the values that `schema` enumerates, if it allows no others: an `enum`, a `const`, or
/// options that are these. `null` is left out.
pub(crate) fn choices_of(schema: &Value) -> Option<Vec<Choice<'_>>> {
    let title = schema
        .get("title")
        .or_else(|| schema.get("description"))
        .and_then(Value::as_str);
    if let Some(value) = schema.get("const") {
        return Some(vec![Choice { value, title }]);
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        let choices = values.iter().filter(|value| !value.is_null());
        return Some(choices.map(|value| Choice { value, title: None }).collect());
    }
    if schema.get("type").is_some_and(|kind| kind == "null") {
        return Some(Vec::new());
    }
    let options = schema.get("oneOf").or_else(|| schema.get("anyOf"))?;
    let choices: Option<Vec<_>> = options.as_array()?.iter().map(choices_of).collect();
    Some(choices?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(schema: &Value) -> Option<Vec<&Value>> {
        choices_of(schema).map(|choices| choices.into_iter().map(|choice| choice.value).collect())
    }

    #[test]
    fn all_forms_of_enumeration_are_read() {
        let wanted = [json!("a"), json!("b")];
        for schema in [
            json!({"enum": ["a", "b", null]}),
            json!({"oneOf": [{"const": "a"}, {"const": "b"}]}),
            json!({"oneOf": [{"enum": ["a"]}, {"const": "b", "description": "B"}]}),
            json!({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}),
        ] {
            assert_eq!(values(&schema), Some(wanted.iter().collect()), "{schema}");
        }
        assert_eq!(
            values(&json!({"anyOf": [{"const": "a"}, {"type": "string"}]})),
            None
        );
        assert_eq!(values(&json!({"type": "string"})), None);
    }
}
