//! [`schema_of`]: the JSON schema of a Rust type.
//!
//! Schemas are of draft 2020-12 and inline: a `$ref` is left only where a type refers to itself.
//! The number formats of Rust (`int64`, `uint32`, `double`) are removed, because some clients
//! reject them.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

/// A JSON schema. (A schema may also be `true` or `false`; these are not used here.)
pub type Schema = Map<String, Value>;

/// Returns the schema of `T`.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::schema_of;
///
/// let schema = schema_of::<Vec<u8>>();
/// assert_eq!(
///     serde_json::Value::Object(schema),
///     json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}})
/// );
/// ```
#[must_use]
pub fn schema_of<T: JsonSchema + ?Sized>() -> Schema {
    let mut generator = inline_generator();
    let mut schema = into_object(generator.subschema_for::<T>());
    tidy(&mut schema);
    insert_definitions(&mut schema, &mut generator);
    schema
}

pub(super) fn inline_generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
}

pub(super) fn into_object(schema: schemars::Schema) -> Schema {
    match schema.to_value() {
        Value::Object(object) => object,
        _ => Schema::new(),
    }
}

pub(super) fn insert_definitions(schema: &mut Schema, generator: &mut SchemaGenerator) {
    let mut definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        definitions.values_mut().for_each(tidy_value);
        schema.insert("$defs".into(), Value::Object(definitions));
    }
}

pub(super) fn tidy(schema: &mut Schema) {
    if schema.get("format").is_some_and(is_rust_number_format) {
        schema.remove("format");
    }
    schema.values_mut().for_each(tidy_value);
}

fn tidy_value(value: &mut Value) {
    match value {
        Value::Object(object) => tidy(object),
        Value::Array(items) => items.iter_mut().for_each(tidy_value),
        _ => {}
    }
}

fn is_rust_number_format(format: &Value) -> bool {
    let Some(format) = format.as_str() else {
        return false;
    };
    matches!(format, "float" | "double" | "int" | "uint")
        || format
            .strip_prefix("uint")
            .or_else(|| format.strip_prefix("int"))
            .is_some_and(|bits| bits.parse::<u16>().is_ok())
}

/// Whether every value fits the schema.
pub(in crate::core) fn is_anything(schema: &Schema) -> bool {
    schema
        .keys()
        .all(|key| matches!(key.as_str(), "title" | "description" | "$schema"))
}

/// Whether every value that fits the schema is an object.
pub(in crate::core) fn is_object(schema: &Schema) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Tree {
        children: Vec<Self>,
    }

    #[test]
    fn a_recursive_type_keeps_a_valid_reference() {
        let schema = Value::Object(schema_of::<Tree>());
        let reference = schema
            .pointer("/properties/children/items/$ref")
            .and_then(Value::as_str);
        assert_eq!(reference, Some("#/$defs/Tree"));
        assert!(schema.pointer("/$defs/Tree/properties/children").is_some());
    }
}
