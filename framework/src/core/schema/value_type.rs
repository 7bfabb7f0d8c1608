//! The types of a schema, and the values that it lists.

use serde_json::Value;

use super::json_schema::Schema;

/// Whether a value has one of the types of a schema.
pub(super) fn has_type(schema: &Schema, value: &Value) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|kind| is_of(kind, value)),
        Some(kind) => is_of(kind, value),
        None => true,
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match (kind.as_str().unwrap_or_default(), value) {
        ("integer", Value::Number(number)) => {
            number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|n| n.fract() == 0.0)
        }
        ("number", Value::Number(_))
        | ("string", Value::String(_))
        | ("boolean", Value::Bool(_))
        | ("null", Value::Null)
        | ("array", Value::Array(_))
        | ("object", Value::Object(_)) => true,
        _ => false,
    }
}

/// Whether a value is the constant of a schema, and one of those that it enumerates.
pub(super) fn is_listed(schema: &Schema, value: &Value) -> bool {
    let is_one = |values: &Vec<Value>| values.iter().any(|one| is_same(one, value));
    schema.get("const").is_none_or(|one| is_same(one, value))
        && schema
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(is_one)
}

/// Whether two values are equal. `5` and `5.0` are one number.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(number), Some(other)) => number == other,
        _ => one == other,
    }
}
