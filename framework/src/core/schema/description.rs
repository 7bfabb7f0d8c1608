//! A schema in a few words, for error messages, and the values that it enumerates.

use std::fmt;

use serde_json::Value;

/// Describes the values that fit a schema: `an array, each item a string`.
pub(crate) fn describe(schema: &Value) -> String {
    if let Some(choices) = choices_of(schema) {
        return format!("one of {}", list(choices.iter().map(|choice| choice.value)));
    }
    if let Some(Value::Array(options)) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
        let mut described: Vec<_> = options.iter().map(describe).collect();
        described.dedup();
        return described.join(" or ");
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
        ("string", None)
            if schema
                .get("contentEncoding")
                .is_some_and(|of| of == "base64") =>
        {
            "Base64".into()
        }
        ("string", Some(format)) => describe_format(format),
        ("string", None) => {
            let fixed = describe_fixed_length(|limit| schema.get(limit));
            fixed.unwrap_or_else(|| "a string".into())
        }
        ("array", _) => match schema.get("items") {
            Some(items) => format!("an array, each item {}", describe(items)),
            None => "an array".into(),
        },
        ("integer" | "object", _) => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// Describes the strings of the only length that the limits of a schema allow. Those of a `char` do.
pub(super) fn describe_fixed_length<'s>(
    limit: impl Fn(&'static str) -> Option<&'s Value>,
) -> Option<String> {
    let length = limit("minLength")?.as_u64()?;
    (limit("maxLength")?.as_u64() == Some(length)).then(|| match length {
        1 => "a string of 1 character".into(),
        length => format!("a string of {length} characters"),
    })
}

/// Describes the texts that match `pattern`.
pub(crate) fn describe_pattern(pattern: impl fmt::Display) -> String {
    format!("text that matches `{pattern}`")
}

/// Describes the strings of a `format`, such as `date`. Those that people write in several ways have
/// an example.
pub(crate) fn describe_format(format: &str) -> String {
    let noun = match format {
        "date" => "a date",
        "time" => "a time with an offset",
        "partial-time" => "a time",
        "date-time" => "a date and time with an offset",
        "partial-date-time" => "a date and time",
        "duration" => "a duration",
        _ => return format!("a string ({format})"),
    };
    let example = example_of_format(format).unwrap_or_default();
    format!("{noun} as in `{example}`")
}

/// Returns a string of a `format`.
pub(super) fn example_of_format(format: &str) -> Option<&'static str> {
    match format {
        "date" => Some("2026-01-31"),
        "date-time" => Some("2026-01-31T12:00:00Z"),
        "partial-date-time" => Some("2026-01-31T12:00:00"),
        "time" => Some("12:00:00Z"),
        "partial-time" => Some("12:00:00"),
        "duration" => Some("PT1H"),
        "email" => Some("ada@example.com"),
        "hostname" => Some("example.com"),
        "ipv4" => Some("192.0.2.1"),
        "ipv6" => Some("2001:db8::1"),
        "uuid" => Some("00000000-0000-4000-8000-000000000000"),
        "uri" | "url" => Some("https://example.com/"),
        _ => None,
    }
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
