//! Tests of what is refused, and what is validated as before.

use serde_json::json;

use super::*;
use crate::core::schema::compile;

fn schema(value: Value) -> Schema {
    match value {
        Value::Object(schema) => schema,
        other => panic!("{other}"),
    }
}

/// Returns definitions of which each applies the next one twice.
fn doubling(count: usize, keyword: &str) -> Schema {
    let mut definitions = Schema::new();
    for index in 0..count {
        let next = json!({"$ref": format!("#/$defs/a{}", index + 1)});
        let both = match keyword {
            "not" => json!({"not": next, "anyOf": [next]}),
            _ => json!({keyword: [next, next]}),
        };
        definitions.insert(format!("a{index}"), both);
    }
    definitions.insert(format!("a{count}"), json!({"type": "string"}));
    schema(
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a0"}}, "$defs": definitions}),
    )
}

#[test]
fn a_schema_whose_references_double_is_refused_at_the_part_that_costs_too_much() {
    for keyword in ["oneOf", "anyOf", "allOf", "not"] {
        let problem = compile(&doubling(40, keyword)).unwrap_err();
        assert!(problem.starts_with("`#/$defs/a2"), "{problem}");
        assert!(problem.contains("costs too much"), "{problem}");
    }
    assert!(compile(&doubling(8, "anyOf")).is_ok());
}

#[test]
fn a_schema_that_applies_itself_to_the_same_value_is_refused() {
    let schema = schema(
        json!({"properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": {
            "a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"},
        }}),
    );
    let problem = compile(&schema).unwrap_err();
    assert!(problem.contains("without an end"), "{problem}");
}

#[test]
fn a_reference_to_something_else_is_refused() {
    let schema = schema(json!({"properties": {"x": {"$ref": "https://example.com/x.json"}}}));
    let problem = compile(&schema).unwrap_err();
    assert!(problem.contains("no part of it"), "{problem}");
}

/// Each level of the value doubles the steps.
fn tree() -> Schema {
    let node = json!({"$ref": "#/$defs/node"});
    let child = json!({"properties": {"child": node}});
    schema(json!({"$ref": "#/$defs/node", "$defs": {"node": {"anyOf": [child, child]}}}))
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| json!({"child": inner}))
}

#[test]
fn a_value_that_is_too_deep_for_a_schema_that_branches_is_refused_at_once() {
    let validator = compile(&tree()).unwrap();
    assert_eq!(validator.fits(&nested(5)), Ok(true));
    assert_eq!(validator.fits(&nested(100)), Err(TooCostly));
    assert!(!validator.is_short(2));
}

#[test]
fn a_recursive_schema_with_one_way_for_each_value_takes_deep_values() {
    let schema = schema(json!({"$ref": "#/$defs/node", "$defs": {"node": {"anyOf": [
        {"type": "string"},
        {"type": "array", "items": {"$ref": "#/$defs/node"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/node"}},
    ]}}}));
    let validator = compile(&schema).unwrap();
    let deep = (0..100).fold(json!("x"), |inner, _| json!([inner]));
    assert_eq!(validator.fits(&deep), Ok(true));
    let wide = json!(vec![vec!["x"; 100]; 1_000]);
    assert_eq!(validator.fits(&wide), Ok(true));
}

#[test]
fn the_size_of_a_value_bounds_the_steps_of_a_plain_schema() {
    let cost = SchemaCost::of(&schema(json!({"type": "object", "properties": {
        "rows": {"type": "array", "items": {"type": "object", "properties": {
            "id": {"type": "integer"}, "name": {"type": "string", "pattern": "^[a-z]{1,64}$"},
        }, "required": ["id"]}},
    }})))
    .unwrap();
    for rows in [0, 1, 1_000] {
        let value = json!({"rows": vec![json!({"id": 1, "name": "ada"}); rows]});
        let bytes = value.to_string().len();
        let steps = cost.steps(&value, u64::MAX).unwrap();
        let most = cost.per_byte.unwrap() * bytes as u64;
        assert!(steps <= most, "{steps} of {most}");
        assert!(cost.is_surely_within(bytes, most));
    }
}

#[test]
fn a_pattern_that_goes_back_is_limited_by_the_length_of_its_text() {
    let schema = schema(json!({"properties": {"items": {
        "items": {"not": {"pattern": "(?:a|a)*(?<!b)c$"}},
    }}}));
    let validator = compile(&schema).unwrap();
    assert_eq!(validator.fits(&json!({"items": ["aac"]})), Ok(false));
    let many = json!({"items": vec!["a".repeat(30); 4_000]});
    assert_eq!(validator.fits(&many), Err(TooCostly));
}

#[test]
fn a_pattern_that_multiplies_its_repetitions_is_refused() {
    let repeated = |pattern: &str| schema(json!({"properties": {"x": {"pattern": pattern}}}));
    let problem = compile(&repeated("^((a{100}){100}){100}$")).unwrap_err();
    assert!(
        problem.contains("`#/properties/x` repeats too much"),
        "{problem}"
    );
    let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
    assert!(compile(&repeated(uuid)).is_ok());
}

#[test]
fn references_by_anchor_and_address_are_followed() {
    let schema = schema(json!({
        "$id": "https://example.com/root",
        "properties": {
            "a": {"$ref": "#small"},
            "b": {"$ref": "other"},
            "c": {"$ref": "#/$defs/a~1b"},
        },
        "$defs": {
            "small": {"$anchor": "small", "maximum": 3},
            "other": {"$id": "https://example.com/other", "$ref": "#/$defs/inner",
                "$defs": {"inner": {"type": "string"}}},
            "a/b": {"type": "null"},
        },
    }));
    let validator = compile(&schema).unwrap();
    assert_eq!(
        validator.fits(&json!({"a": 1, "b": "x", "c": null})),
        Ok(true)
    );
    for wrong in [json!({"a": 4}), json!({"b": 1}), json!({"c": 1})] {
        assert_eq!(validator.fits(&wrong), Ok(false), "{wrong}");
    }
}
