//! JSON schemas of parameters and results, computed once from Rust types.
//!
//! Draft 2020-12, inline: a `$ref` is left only where a type refers to itself. What clients are known
//! to stumble over is taken out: `null` beside the type of an optional parameter, and number formats that
//! are Rust's own (`int64`, `uint32`, `double`).

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::parameter::{Parameter, ToolParameter};

/// A JSON schema that is an object.
pub type Schema = Map<String, Value>;

/// The input schema of a tool, built a parameter at a time.
#[derive(Debug)]
pub struct InputSchema {
    generator: SchemaGenerator,
    properties: Schema,
    required: Vec<Value>,
}

impl Default for InputSchema {
    fn default() -> Self {
        Self {
            generator: inline_generator(),
            properties: Schema::new(),
            required: Vec::new(),
        }
    }
}

impl InputSchema {
    /// A schema without parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a parameter.
    #[must_use]
    pub fn parameter<T: ToolParameter>(mut self, parameter: Parameter<T>) -> Self {
        let mut schema = into_object(self.generator.subschema_for::<T>());
        let (name, required) = parameter.describe_in(&mut schema);
        if required {
            self.required.push(json!(name));
        }
        tidy(&mut schema);
        self.properties.insert(name, Value::Object(schema));
        self
    }

    /// The finished schema.
    #[must_use]
    pub fn build(mut self) -> Schema {
        let mut schema = Schema::new();
        schema.insert("type".into(), json!("object"));
        schema.insert("properties".into(), Value::Object(self.properties));
        if !self.required.is_empty() {
            schema.insert("required".into(), Value::Array(self.required));
        }
        schema.insert("additionalProperties".into(), json!(false));
        insert_definitions(&mut schema, &mut self.generator);
        schema
    }
}

/// The schema of `T` alone.
#[must_use]
pub fn schema_of<T: JsonSchema + ?Sized>() -> Schema {
    let mut generator = inline_generator();
    let mut schema = into_object(generator.subschema_for::<T>());
    tidy(&mut schema);
    insert_definitions(&mut schema, &mut generator);
    schema
}

fn inline_generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
}

fn into_object(schema: schemars::Schema) -> Schema {
    match schema.to_value() {
        Value::Object(object) => object,
        _ => Schema::new(),
    }
}

fn insert_definitions(schema: &mut Schema, generator: &mut SchemaGenerator) {
    let mut definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        definitions.values_mut().for_each(tidy_value);
        schema.insert("$defs".into(), Value::Object(definitions));
    }
}

fn tidy(schema: &mut Schema) {
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
    use std::collections::BTreeMap;

    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Point {
        /// From the left.
        x: i32,
        y: Option<f64>,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Tree {
        children: Vec<Self>,
    }

    #[test]
    fn a_schema_is_inline_in_declared_order_and_without_rust_formats() {
        let schema = InputSchema::new()
            .parameter(Parameter::<Vec<Point>>::new("points").describe("Where."))
            .parameter(Parameter::<Option<u8>>::new("count"))
            .parameter(
                Parameter::<BTreeMap<String, bool>>::new("flags").default_value(Some(json!({}))),
            )
            .build();
        assert_eq!(
            Value::Object(schema),
            json!({
                "type": "object",
                "properties": {
                    "points": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "x": {"type": "integer", "description": "From the left."},
                                "y": {"type": ["number", "null"]},
                            },
                            "required": ["x"],
                        },
                        "description": "Where.",
                    },
                    "count": {"type": "integer", "minimum": 0, "maximum": 255},
                    "flags": {"type": "object", "additionalProperties": {"type": "boolean"}, "default": {}},
                },
                "required": ["points"],
                "additionalProperties": false,
            })
        );
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
