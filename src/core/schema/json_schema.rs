//! JSON schemas of parameters and results, computed once from Rust types.
//!
//! Draft 2020-12, inline: a `$ref` is left only where a type refers to itself. What clients are known
//! to stumble over is taken out: `null` beside the type of an optional parameter, and number formats that
//! are Rust's own (`int64`, `uint32`, `double`).

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

/// A JSON schema that is an object.
pub type Schema = Map<String, Value>;

/// The schema of `T` alone.
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

/// Whether a schema says nothing: anything fits.
pub(in crate::core) fn is_anything(schema: &Schema) -> bool {
    schema
        .keys()
        .all(|key| matches!(key.as_str(), "title" | "description" | "$schema"))
}

/// Whether everything that fits a schema is an object.
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
    fn a_recursive_type_keeps_a_reference_that_resolves() {
        let schema = Value::Object(schema_of::<Tree>());
        let reference = schema
            .pointer("/properties/children/items/$ref")
            .and_then(Value::as_str);
        assert_eq!(reference, Some("#/$defs/Tree"));
        assert!(schema.pointer("/$defs/Tree/properties/children").is_some());
    }
}
