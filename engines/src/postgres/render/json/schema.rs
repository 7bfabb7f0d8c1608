//! The JSON Schema of a type's values, as results have them and as parameters take them.

use serde_json::{Value, json};

use super::JsonForm;

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

    use super::*;

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
