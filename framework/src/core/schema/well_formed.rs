//! [`problem_of`]: why a JSON value is not a schema.
//!
//! A misspelt type or a misplaced keyword makes a tool that no argument fits, or that clients
//! refuse. It is found when the tool is added to a catalogue, also without the feature
//! `governance`, whose validator would find it in the first call.

use serde_json::Value;

use super::json_schema::{Operand, Schema};

const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// Returns why `schema` is not a JSON schema, and where: `` `properties.a.type` is "strin", … ``.
pub(in crate::core) fn problem_of(schema: &Schema) -> Option<String> {
    let root = Value::Object(schema.clone());
    problem_in(&root, &root, "").err()
}

fn problem_in(value: &Value, root: &Value, path: &str) -> Result<(), String> {
    let schema = match value {
        Value::Object(schema) => schema,
        Value::Bool(_) => return Ok(()),
        other => return Err(wrong(path, other, "a schema")),
    };
    for (keyword, operand) in schema {
        let path = join(path, keyword);
        check(keyword, operand, root, &path)?;
    }
    Ok(())
}

fn check(keyword: &str, operand: &Value, root: &Value, path: &str) -> Result<(), String> {
    let expected = match (Operand::of(keyword), operand) {
        (Operand::Schema | Operand::Schemas, Value::Array(schemas)) => {
            let check = |(index, schema)| problem_in(schema, root, &format!("{path}[{index}]"));
            return schemas.iter().enumerate().try_for_each(check);
        }
        (Operand::Schema, schema) => return problem_in(schema, root, path),
        (Operand::NamedSchemas, Value::Object(named)) => {
            let check = |(name, schema): (&String, _)| problem_in(schema, root, &join(path, name));
            return named.iter().try_for_each(check);
        }
        (Operand::Types, types) if are_types(types) => return Ok(()),
        (Operand::Text, Value::String(text)) if keyword != "$ref" || resolves(text, root) => {
            return Ok(());
        }
        (Operand::Texts, Value::Array(texts)) if texts.iter().all(Value::is_string) => {
            return Ok(());
        }
        (Operand::Number, Value::Number(_))
        | (Operand::List, Value::Array(_))
        | (Operand::Boolean, Value::Bool(_))
        | (Operand::Anything, _) => return Ok(()),
        (Operand::Count, Value::Number(count)) if is_count(count) => return Ok(()),
        (Operand::Schemas, _) => "a list of schemas",
        (Operand::NamedSchemas, _) => "an object of schemas",
        (Operand::Types, _) => return Err(wrong(path, operand, &types())),
        (Operand::Number, _) => "a number",
        (Operand::Count, _) => "a whole number from 0",
        (Operand::Text, Value::String(_)) => "a reference to a schema within this one",
        (Operand::Text, _) => "a string",
        (Operand::Texts, _) => "a list of strings",
        (Operand::List, _) => "a list",
        (Operand::Boolean, _) => "a boolean",
    };
    Err(wrong(path, operand, expected))
}

fn are_types(value: &Value) -> bool {
    let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    match value {
        Value::Array(types) => !types.is_empty() && types.iter().all(is_type),
        one => is_type(one),
    }
}

fn is_count(number: &serde_json::Number) -> bool {
    let is_whole = |number: f64| number >= 0.0 && number.fract() == 0.0;
    number.is_u64() || number.as_f64().is_some_and(is_whole)
}

/// Whether a reference has a target. Those to other documents are not looked at here.
fn resolves(reference: &str, root: &Value) -> bool {
    match reference.strip_prefix('#') {
        Some(pointer) if pointer.is_empty() || pointer.starts_with('/') => {
            root.pointer(pointer).is_some()
        }
        _ => true,
    }
}

fn types() -> String {
    format!("one of `{}`", TYPES.join("`, `"))
}

fn wrong(path: &str, got: &Value, expected: &str) -> String {
    let path = if path.is_empty() { "it" } else { path };
    format!("`{path}` is {got}, expected {expected}")
}

fn join(path: &str, name: &str) -> String {
    let joint = if path.is_empty() { "" } else { "." };
    format!("{path}{joint}{name}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem(schema: &Value) -> Option<String> {
        problem_of(schema.as_object().unwrap())
    }

    #[test]
    fn a_schema_may_use_every_keyword() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}, "root": {"$ref": "#"}}}},
            "type": ["object", "null"],
            "properties": {"a": {"type": "integer", "minimum": 0, "default": -1, "x-mine": [1]}, "any": true},
            "required": ["a"],
            "minProperties": 1.0,
            "items": [{"type": "string"}],
            "anyOf": [{"enum": ["a"]}, {"const": {"type": "strin"}}, false],
            "additionalProperties": false,
            "examples": [{"type": 5}],
        });
        assert_eq!(problem(&schema), None);
    }

    /// A schema, the place of its mistake, what stands there, and what is expected.
    const MISTAKES: &str = r##"
        {"properties": 3} | properties | 3 | an object of schemas
        {"properties": {"a": 1}} | properties.a | 1 | a schema
        {"anyOf": [{}, null]} | anyOf[1] | null | a schema
        {"oneOf": {}} | oneOf | {} | a list of schemas
        {"required": true} | required | true | a list of strings
        {"minimum": "1"} | minimum | "1" | a number
        {"maxLength": -1} | maxLength | -1 | a whole number from 0
        {"description": 5} | description | 5 | a string
        {"enum": "a"} | enum | "a" | a list
        {"uniqueItems": 1} | uniqueItems | 1 | a boolean
        {"not": {"$ref": "#/$defs/gone"}} | not.$ref | "#/$defs/gone" | a reference to a schema within this one
    "##;

    #[test]
    fn what_is_not_a_schema_is_named_with_its_place() {
        let mut count = 0;
        for line in MISTAKES.lines().filter(|line| line.contains('|')) {
            let parts: Vec<_> = line.trim().split(" | ").collect();
            let [schema, place, got, expected] = parts[..] else {
                panic!("{line}");
            };
            let schema = serde_json::from_str(schema).unwrap();
            let message = format!("`{place}` is {got}, expected {expected}");
            assert_eq!(problem(&schema), Some(message), "{line}");
            count += 1;
        }
        assert_eq!(count, 11);
    }

    #[test]
    fn a_type_that_is_none_is_named_with_those_that_are() {
        let types = "one of `array`, `boolean`, `integer`, `null`, `number`, `object`, `string`";
        for (schema, found) in [
            (json!({"type": "strin"}), "`type` is \"strin\""),
            (
                json!({"properties": {"a": {"items": {"type": ["string", 5]}}}}),
                "`properties.a.items.type` is [\"string\",5]",
            ),
        ] {
            assert_eq!(problem(&schema), Some(format!("{found}, expected {types}")));
        }
    }
}
