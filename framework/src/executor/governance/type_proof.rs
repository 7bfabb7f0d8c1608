//! Decides whether every value of a Rust type fits the schema that was derived from the type.
//!
//! If so, serialising a value proves that it fits, and the outputs of a typed tool need no
//! validation. Only the schema is known here, and other types may have the same one. So little is
//! proven:
//!
//! - The type of a value is, except for floats: one that is not finite is serialised as `null`.
//! - A `minimum` of 0 is, because unsigned integers have it. A signed integer with the attribute
//!   `#[schemars(range(min = 0))]` has the same schema, so its outputs are not validated.
//! - No other constraint is. A `char` is `{"type": "string", "minLength": 1, "maxLength": 1}`, and
//!   so is a `String` with the attribute `#[schemars(length(equal = 1))]`.

use serde_json::Value;

use crate::core::Schema;

/// The keywords that constrain values beyond their type.
const CONSTRAINTS: [&str; 16] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "contains",
    "not",
    "if",
    "propertyNames",
];

/// Returns `true` if every value of the Rust type that `schema` was derived from fits it.
pub(super) fn is_proven(schema: &Schema) -> bool {
    schema.iter().all(|(keyword, value)| match value {
        Value::String(name) if keyword == "type" => name != "number",
        Value::Array(names) if keyword == "type" => names.iter().all(|name| name != "number"),
        // The names of properties and definitions are not keywords.
        Value::Object(named) if matches!(keyword.as_str(), "properties" | "$defs") => {
            named.values().all(is_value_proven)
        }
        Value::Number(limit) if keyword == "minimum" && limit.as_u64() == Some(0) => true,
        _ if CONSTRAINTS.contains(&keyword.as_str()) => false,
        Value::Object(_) | Value::Array(_) => is_value_proven(value),
        _ => true,
    })
}

fn is_value_proven(value: &Value) -> bool {
    match value {
        Value::Object(schema) => is_proven(schema),
        Value::Array(items) => items.iter().all(is_value_proven),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;
    use crate::core::schema_of;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct Plain {
        /// A property that is called like a constraint.
        pattern: String,
        signed: i64,
        unsigned: u32,
        items: Vec<Option<usize>>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct Narrowed {
        #[schemars(range(min = 1, max = 10))]
        value: u64,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct OneLetter {
        #[schemars(length(equal = 1))]
        value: String,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema matters")]
    struct OneChar {
        value: char,
    }

    #[test]
    fn plain_types_prove_their_schemas() {
        assert!(is_proven(&schema_of::<Plain>()));
    }

    #[test]
    fn floats_and_narrowed_ranges_are_not_proven() {
        assert!(!is_proven(&schema_of::<f64>()));
        assert!(!is_proven(&schema_of::<Option<f32>>()));
        assert!(!is_proven(&schema_of::<Narrowed>()));
    }

    #[test]
    fn a_char_is_not_proven_because_a_short_string_has_the_same_schema() {
        let (letter, char) = (schema_of::<OneLetter>(), schema_of::<OneChar>());
        assert_eq!(letter["properties"], char["properties"]);
        assert!(!is_proven(&letter) && !is_proven(&char));
    }
}
