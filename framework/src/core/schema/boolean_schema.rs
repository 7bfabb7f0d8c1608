//! Boolean schemas, in a form that clients accept.
//!
//! JSON Schema allows `true` and `false` in the place of a schema, and schemars writes `true` for
//! `serde_json::Value`. The TypeScript SDK, and so the MCP Inspector and many hosts, accept only
//! objects there, and reject the whole list of tools otherwise.

use serde_json::{Value, json};

use super::{keyword::each_subschema, schema::Schema};

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

#[cfg(test)]
mod tests {
    use super::*;

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
