//! The keywords of JSON Schema 2020-12, by what stands behind them.

use serde_json::Value;

use super::schema::Schema;

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
