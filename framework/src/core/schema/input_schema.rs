//! [`InputSchema`]: the schema of a tool's arguments.

use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::{
    json_schema::{Schema, inline_generator, insert_definitions, into_object, tidy},
    parameter::{Parameter, ToolParameter},
};

/// The schema of a tool's arguments, built parameter by parameter.
///
/// ```
/// use toolwright::{ToolDef, schema::{InputSchema, Parameter}};
///
/// let input = InputSchema::new()
///     .parameter(Parameter::<String>::new("path").describe("Which file."))
///     .parameter(Parameter::<u32>::new("lines").default_value(Some(10.into())));
/// let definition = ToolDef::new("head", "The first lines of a file.").with_input(input);
/// assert_eq!(definition.input_schema()["required"], serde_json::json!(["path"]));
/// ```
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
    /// Creates a schema without parameters.
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

    /// Returns the finished schema.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use schemars::JsonSchema;

    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Point {
        /// From the left.
        x: i32,
        y: Option<f64>,
    }

    #[test]
    fn a_schema_is_inline_ordered_and_without_rust_formats() {
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
}
