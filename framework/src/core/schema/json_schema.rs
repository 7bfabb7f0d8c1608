//! [`schema_of`]: the JSON schema of a Rust type, in a form that clients accept.
//!
//! Schemas are of draft 2020-12 and inline: a `$ref` is left only where a type refers to itself.
//! The number formats of Rust (`int64`, `uint32`, `double`) are removed, because some clients
//! reject them.
//!
//! JSON Schema allows `true` and `false` in the place of a schema, and schemars writes `true` for
//! `serde_json::Value`. The TypeScript SDK, and so the MCP Inspector and many hosts, accept only
//! objects there, and reject the whole list of tools otherwise.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

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
        Value::Bool(false) => Schema::from_iter([("not".to_owned(), json!({}))]),
        _ => Schema::new(),
    }
}

/// Inserts the types that refer to themselves into a schema that is tidy.
pub(super) fn insert_definitions(schema: &mut Schema, generator: &mut SchemaGenerator) {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        let mut inner = Schema::from_iter([("$defs".to_owned(), Value::Object(definitions))]);
        tidy(&mut inner);
        schema.extend(inner);
    }
}

/// Removes the number formats of Rust, and writes boolean schemas as objects.
pub(super) fn tidy(schema: &mut Schema) {
    remove_rust_formats(schema);
    replace_boolean_schemas(schema);
}

fn remove_rust_formats(schema: &mut Schema) {
    if schema.get("format").is_some_and(is_rust_number_format) {
        schema.remove("format");
    }
    each_subschema(schema, |_, inner| {
        if let Value::Object(inner) = inner {
            remove_rust_formats(inner);
        }
    });
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

/// Whether the schema says itself that every value is an object, as the protocol wants it.
pub(in crate::core) fn is_object(schema: &Schema) -> bool {
    schema.get("type").is_some_and(|kind| kind == "object")
}

/// Whether every value that fits the schema is an object: it says so, or all of its options do.
pub(in crate::core) fn has_only_objects(schema: &Schema) -> bool {
    let options = ["oneOf", "anyOf"].iter().find_map(|word| schema.get(*word));
    is_object(schema)
        || options.and_then(Value::as_array).is_some_and(|options| {
            let is_object = |option: &Value| option.as_object().is_some_and(has_only_objects);
            !options.is_empty() && options.iter().all(is_object)
        })
}

/// A JSON schema. (A schema may also be `true` or `false`; these are written as `{}` and
/// `{"not": {}}`, since many clients accept only objects.)
pub type Schema = Map<String, Value>;

/// Replaces the boolean schemas within `schema`, at every depth: `true` by `{}`, `false` by
/// `{"not": {}}`.
///
/// `additionalProperties` and its siblings keep theirs: every client knows them as switches, and
/// some look for `false`.
pub(in crate::core) fn replace_boolean_schemas(schema: &mut Schema) {
    each_subschema(schema, |keyword, inner| match inner {
        Value::Object(inner) => replace_boolean_schemas(inner),
        Value::Bool(_) if is_switch(keyword) => {}
        Value::Bool(true) => *inner = json!({}),
        Value::Bool(false) => *inner = json!({"not": {}}),
        _ => {}
    });
}

fn is_switch(keyword: &str) -> bool {
    matches!(
        keyword,
        "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" | "additionalItems"
    )
}

/// The kind of value that a keyword takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// A schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// Schemas by name.
    NamedSchemas,
    /// A type, or a list of types.
    Types,
    Number,
    /// A whole number from 0.
    Count,
    Text,
    /// A list of texts.
    Texts,
    List,
    Boolean,
    /// Any value. Unknown keywords are allowed, and say nothing.
    Anything,
}

impl Operand {
    pub(super) fn of(keyword: &str) -> Self {
        match keyword {
            "items"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "additionalItems"
            | "contains"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contentSchema" => Self::Schema,
            "prefixItems" | "allOf" | "anyOf" | "oneOf" => Self::Schemas,
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                Self::NamedSchemas
            }
            "type" => Self::Types,
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                Self::Number
            }
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" | "minContains" | "maxContains" => Self::Count,
            "title" | "description" | "format" | "pattern" | "$ref" | "$id" | "$schema"
            | "$anchor" | "$dynamicRef" | "$dynamicAnchor" | "$comment" | "contentEncoding"
            | "contentMediaType" => Self::Text,
            "required" => Self::Texts,
            "enum" | "examples" => Self::List,
            "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => Self::Boolean,
            _ => Self::Anything,
        }
    }
}

/// Calls `visit` with each schema that stands directly in `schema`, and its keyword.
pub(super) fn each_subschema(schema: &mut Schema, mut visit: impl FnMut(&str, &mut Value)) {
    for (keyword, value) in schema {
        match (Operand::of(keyword), value) {
            (Operand::Schema | Operand::Schemas, Value::Array(schemas)) => {
                schemas.iter_mut().for_each(|schema| visit(keyword, schema));
            }
            (Operand::Schema, schema) => visit(keyword, schema),
            (Operand::NamedSchemas, Value::Object(named)) => {
                named.values_mut().for_each(|schema| visit(keyword, schema));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Tree {
        children: Vec<Self>,
    }

    #[derive(serde::Serialize, JsonSchema)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Shape {
        Circle { radius: f64 },
        Label { raw: Value },
    }

    #[test]
    fn any_value_has_an_empty_schema_at_every_depth() {
        let schema = Value::Object(schema_of::<Vec<(Value, Shape)>>());
        assert_eq!(schema.pointer("/items/prefixItems/0"), Some(&json!({})));
        let label = schema.pointer("/items/prefixItems/1/oneOf/1/properties/raw");
        assert_eq!(label, Some(&json!({})));
    }

    #[test]
    fn a_tagged_enumeration_has_only_objects() {
        assert!(has_only_objects(&schema_of::<Shape>()));
        assert!(!has_only_objects(&schema_of::<Option<Shape>>()));
        assert!(!has_only_objects(&schema_of::<Value>()));
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

    #[test]
    fn no_boolean_schema_is_left_at_any_depth() {
        let mut schema = json!({
            "type": "object",
            "properties": {
                "raw": true,
                "never": false,
                "list": {"type": "array", "items": true, "default": [true]},
                "pair": {"prefixItems": [true, {"not": false}], "items": false},
                "either": {"anyOf": [true, {"properties": {"deep": true}}]},
                "map": {"type": "object", "additionalProperties": true},
            },
            "patternProperties": {"^x": true},
            "$defs": {"any": true},
            "if": true,
            "additionalProperties": false,
            "default": {"raw": true},
        });
        replace_boolean_schemas(schema.as_object_mut().unwrap());
        let never = json!({"not": {}});
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "raw": {},
                    "never": never,
                    "list": {"type": "array", "items": {}, "default": [true]},
                    "pair": {"prefixItems": [{}, {"not": never}], "items": never},
                    "either": {"anyOf": [{}, {"properties": {"deep": {}}}]},
                    "map": {"type": "object", "additionalProperties": true},
                },
                "patternProperties": {"^x": {}},
                "$defs": {"any": {}},
                "if": {},
                "additionalProperties": false,
                "default": {"raw": true},
            })
        );
    }
}
