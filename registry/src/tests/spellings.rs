//! The spellings of other documents mean the same.

use std::path::Path;

use serde_json::{Value, json};
use toolwright::schema::compile;

use super::engines;
use crate::{
    kinds::Kinds,
    parameters::ParameterType,
    spec::{ToolSpec, json_schema},
};

fn parse(json: &Value) -> ToolSpec {
    ToolSpec::parse("x", &json.to_string(), &engines(Path::new("/nowhere"))).unwrap()
}

fn definition(json: &Value) -> Value {
    serde_json::to_value(parse(json).definition().0).unwrap()
}

#[test]
fn other_spellings_mean_the_same() {
    let ours = json!({
        "name": "multiply_numbers", "type": "expression",
        "description": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
        "config": {"expression": "num1 * num2"},
        "parameters": [
            {"name": "num1", "type": "number", "required": true, "description": "하나"},
            {"name": "num2", "type": "number", "required": true},
        ],
        "timeout_seconds": 5, "is_active": true,
    });
    let theirs = json!({
        "name": "multiply_numbers", "tool_type": "PYTHON",
        "description_agent": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
        "description_user": "곱하기", "definition": "num1 * num2",
        "parameters": [
            {"param_name": "num1", "param_type": "NUMBER", "is_required": "Y", "description": "하나"},
            {"param_name": "num2", "param_type": "NUMBER", "is_required": "Y"},
        ],
        "timeout": 5, "is_active": "Y", "is_public": "N", "output_schema": null, "rate_limit": null,
    });
    assert_eq!(definition(&ours), definition(&theirs));
    assert_eq!(
        parse(&ours).definition().0.timeout(),
        parse(&theirs).definition().0.timeout()
    );
    assert!(parse(&theirs).is_active());
}

#[test]
fn a_definition_becomes_what_clients_see() {
    let spec = json!({
        "name": "pick", "type": "expression", "title": "Pick", "description": "Picks.",
        "config": {"expression": "f'{day} {size} {tags} {n}'"},
        "parameters": [
            {"name": "day", "type": "date"},
            {"name": "size", "type": "enumeration", "enum": ["s", "m"], "default": "m"},
            {"name": "tags", "type": "array", "items": "string", "required": false},
            {"name": "n", "type": "INTEGER", "minimum": 1, "maximum": 9},
        ],
        "output_schema": {"type": "string"},
        "annotations": {"readOnlyHint": true, "idempotent": false}, "tags": ["a"],
    });
    assert_eq!(
        definition(&spec),
        json!({
            "name": "pick", "title": "Pick", "description": "Picks.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "day": {"type": "string", "format": "date"},
                    "size": {"type": "string", "enum": ["s", "m"], "default": "m"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "n": {"type": "integer", "minimum": 1, "maximum": 9},
                },
                "required": ["day", "n"],
                "additionalProperties": false,
            },
            "outputSchema": {
                "type": "object", "properties": {"result": {"type": "string"}},
                "required": ["result"], "x-fastmcp-wrap-result": true,
            },
            "annotations": {"readOnlyHint": true, "idempotentHint": false, "openWorldHint": false},
            "_meta": {"toolwright/tags": ["a"]},
        })
    );
}

#[test]
fn a_builtin_tool_shows_what_is_left_of_its_arguments() {
    let spec = json!({
        "name": "sum", "type": "builtin", "description": "Adds.",
        "config": {"tool": "calculator", "arguments": {
            "expression": {"value": "a + b"},
            "variables": {"name": "numbers", "description": "a and b", "default": {"a": 1}},
        }},
    });
    let schema = &definition(&spec)["inputSchema"];
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["numbers"]);
    assert_eq!(properties["numbers"]["description"], "a and b");
    assert_eq!(properties["numbers"]["default"], json!({"a": 1}));
    assert_eq!(schema.get("required"), Some(&json!([])));
}

#[test]
fn the_schema_for_editors_accepts_the_fresh_file_and_refuses_a_typing_error() {
    let schema = Value::Object(json_schema(&Kinds::default()));
    let tool = "/properties/tools/items/properties";
    let kinds = [
        "builtin",
        "expression",
        "http",
        "mcp",
        "python",
        "shell",
        "sql",
    ];
    assert_eq!(
        schema.pointer(&format!("{tool}/type/enum")),
        Some(&json!(kinds))
    );
    let types = ParameterType::ALL.map(ParameterType::name);
    let parameters = format!("{tool}/parameters/items/properties/type/enum");
    assert_eq!(schema.pointer(&parameters), Some(&json!(types)));
    let schema = schema.as_object().cloned().unwrap();
    let validator = compile(&schema).unwrap();
    let fresh = include_str!("../../../src/app/registry/fresh/tools.json");
    let problems = crate::jsonc::Problems::of(fresh);
    let tree = crate::jsonc::parse(fresh, &problems).unwrap();
    let mut fresh = crate::jsonc::Node::root(&tree, "", &problems)
        .json()
        .unwrap();
    assert_eq!(validator.first_misfit(&fresh), None);
    assert_eq!(validator.fits(&fresh), Ok(true));
    for tool in fresh["tools"].as_array().unwrap() {
        parse(tool);
    }
    fresh["tools"][0]["config"]["expresion"] = json!("1");
    assert_eq!(validator.fits(&fresh), Ok(false));
}
