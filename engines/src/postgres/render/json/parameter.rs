//! The JSON of parameters: the text that a value becomes, and the schema that it must have.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use toolwright_base::Hexadecimal;

use super::JsonForm;

impl JsonForm {
    /// Returns the text of a value in the form that this type reads, or `None` for null.
    ///
    /// A value of another form is passed on as it is, and the server refuses it.
    pub(in crate::postgres::render) fn parameter_text(&self, value: &Value) -> Option<String> {
        match (self, value) {
            (_, Value::Null) => None,
            (Self::Json, value) => Some(value.to_string()),
            (Self::Array { element, delimiter }, Value::Array(values)) => {
                Some(array(values, element, *delimiter))
            }
            (Self::Bytes, Value::String(text)) => Some(bytes(text)),
            (_, Value::String(text)) => Some(text.clone()),
            (_, value) => Some(value.to_string()),
        }
    }
}

/// Writes an array as PostgreSQL reads it: `{"a","b",NULL}`.
fn array(values: &[Value], element: &JsonForm, delimiter: u8) -> String {
    let mut text = String::from("{");
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            text.push(char::from(delimiter));
        }
        match value {
            Value::Array(inner) if !matches!(element, JsonForm::Json) => {
                text.push_str(&array(inner, element, delimiter));
            }
            value => match element.parameter_text(value) {
                Some(inner) => quote(&inner, &mut text),
                None => text.push_str("NULL"),
            },
        }
    }
    text.push('}');
    text
}

fn quote(element: &str, text: &mut String) {
    text.push('"');
    for character in element.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
}

/// Returns Base64 as hexadecimal digits, and any other text unchanged.
fn bytes(text: &str) -> String {
    match BASE64_STANDARD.decode(text) {
        Ok(bytes) => format!("\\x{}", Hexadecimal(&bytes)),
        Err(_) => text.to_owned(),
    }
}

impl JsonForm {
    /// Returns the schema of a value in a record.
    ///
    /// Any value may be null. A value that can be too long for the limit of a cell, or too large
    /// for a number in JSON, may be a string.
    pub(in crate::postgres::render) fn result_schema(&self) -> Value {
        match self {
            Self::Text | Self::Bytes | Self::Date | Self::Timestamp => nullable(&["string"]),
            Self::TimestampWithZone | Self::TimeWithZone => nullable(&["string"]),
            Self::Boolean => nullable(&["boolean"]),
            Self::Integer => nullable(&["integer"]),
            Self::BigInteger => nullable(&["integer", "string"]),
            Self::Float | Self::Numeric => nullable(&["number", "string"]),
            Self::Json => json!({}),
            Self::Array { .. } | Self::Vector | Self::Multirange(_) => {
                nullable(&["array", "string"])
            }
            Self::Composite(_) | Self::Record | Self::Range(_) => nullable(&["object", "string"]),
        }
    }

    /// Returns the schema of a value for a parameter. Whether it may be null is not decided here.
    pub(in crate::postgres::render) fn parameter_schema(&self) -> Value {
        match self {
            Self::Boolean => json!({"type": "boolean"}),
            Self::Integer | Self::BigInteger => json!({"type": "integer"}),
            Self::Float | Self::Numeric => json!({"type": "number"}),
            Self::Json => json!({}),
            Self::Bytes => json!({"type": "string", "contentEncoding": "base64"}),
            Self::Date => json!({"type": "string", "format": "date"}),
            Self::Array { element, .. } => {
                json!({"type": "array", "items": element.parameter_schema()})
            }
            // PostgreSQL reads more forms of a time than `date-time` allows.
            _ => json!({"type": "string"}),
        }
    }
}

fn nullable(types: &[&str]) -> Value {
    let types: Vec<&str> = types.iter().copied().chain(["null"]).collect();
    json!({"type": types})
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;

    #[test]
    fn values_have_the_text_that_their_type_reads() {
        let array = |element| JsonForm::Array {
            element: Arc::new(element),
            delimiter: b',',
        };
        for (form, value, expected) in [
            (JsonForm::Text, json!("it's"), Some("it's")),
            (JsonForm::Text, json!(5), Some("5")),
            (JsonForm::Integer, json!(null), None),
            (JsonForm::Numeric, json!(1.5), Some("1.5")),
            (JsonForm::Boolean, json!(true), Some("true")),
            (JsonForm::Json, json!("a"), Some(r#""a""#)),
            (JsonForm::Json, json!({"a": [1]}), Some(r#"{"a":[1]}"#)),
            (JsonForm::Bytes, json!("AAEC"), Some(r"\x000102")),
            (JsonForm::Bytes, json!(r"\x00"), Some(r"\x00")),
            (array(JsonForm::Integer), json!([]), Some("{}")),
            (
                array(JsonForm::Integer),
                json!([1, null]),
                Some(r#"{"1",NULL}"#),
            ),
            (
                array(JsonForm::Integer),
                json!([[1], [2]]),
                Some(r#"{{"1"},{"2"}}"#),
            ),
            (
                array(JsonForm::Text),
                json!(["a\"b\\", "NULL"]),
                Some(r#"{"a\"b\\","NULL"}"#),
            ),
            (array(JsonForm::Json), json!([[1]]), Some(r#"{"[1]"}"#)),
        ] {
            assert_eq!(form.parameter_text(&value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn a_bigint_may_be_a_string_in_a_result_but_not_as_a_parameter() {
        let form = JsonForm::BigInteger;
        assert_eq!(
            form.result_schema(),
            json!({"type": ["integer", "string", "null"]})
        );
        assert_eq!(form.parameter_schema(), json!({"type": "integer"}));
        let array = JsonForm::Array {
            element: Arc::new(form),
            delimiter: b',',
        };
        assert_eq!(
            array.result_schema(),
            json!({"type": ["array", "string", "null"]})
        );
        assert_eq!(
            array.parameter_schema(),
            json!({"type": "array", "items": {"type": "integer"}})
        );
    }
}
