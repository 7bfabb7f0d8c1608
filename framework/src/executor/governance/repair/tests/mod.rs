//! Tests of what is repaired, and what is not.

use serde_json::{Value, json};

use super::search::{MAX_REPAIRS, MAX_SIZE, repaired, whole_numbers};
use crate::core::{RepairKind, compile};

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "ids": {"type": "array", "items": {"type": "integer"}},
            "person": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
                "required": ["name"],
            },
            "mode": {"enum": ["fast", "slow_motion"]},
            "limit": {"type": "integer", "minimum": 1, "default": 10},
            "strict": {"type": "boolean"},
            "words": {"type": "array", "items": {"type": "string"}},
            "either": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]},
        },
        "additionalProperties": false,
    })
}

fn repair(arguments: Value) -> Option<(Value, Vec<(String, RepairKind)>)> {
    let schema = schema();
    let validator = compile(schema.as_object().unwrap()).unwrap();
    let (value, repairs) = repaired(&validator, &schema, arguments)?;
    let repairs = repairs
        .into_iter()
        .map(|repair| (repair.path, repair.repair));
    Some((value, repairs.collect()))
}

fn becomes(arguments: Value, expected: Value, kinds: &[(&str, RepairKind)]) {
    let shown = arguments.to_string();
    let kinds = kinds.iter().map(|(path, kind)| ((*path).to_owned(), *kind));
    assert_eq!(
        repair(arguments),
        Some((expected, kinds.collect())),
        "{shown}"
    );
}

/// The arguments, the repaired arguments, the path and the kind of the repair.
const TYPICAL_MISTAKES: [(&str, &str, &str, RepairKind); 12] = {
    use RepairKind as Kind;
    [
        (
            r#"{"ids": "[1,2]"}"#,
            r#"{"ids": [1, 2]}"#,
            "ids",
            Kind::StringifiedJson,
        ),
        (
            r#"{"person": "{\"name\": \"a\"}"}"#,
            r#"{"person": {"name": "a"}}"#,
            "person",
            Kind::StringifiedJson,
        ),
        (
            r#"{"limit": "5"}"#,
            r#"{"limit": 5}"#,
            "limit",
            Kind::QuotedValue,
        ),
        (
            r#"{"strict": "True"}"#,
            r#"{"strict": true}"#,
            "strict",
            Kind::QuotedValue,
        ),
        (
            r#"{"mode": "FAST"}"#,
            r#"{"mode": "fast"}"#,
            "mode",
            Kind::LetterCase,
        ),
        (
            r#"{"mode": "Slow-Motion"}"#,
            r#"{"mode": "slow_motion"}"#,
            "mode",
            Kind::LetterCase,
        ),
        (r#"{"limit": null}"#, "{}", "limit", Kind::NullForDefault),
        (r#"{"ids": 1}"#, r#"{"ids": [1]}"#, "ids", Kind::SingleValue),
        (
            r#"{"words": "a"}"#,
            r#"{"words": ["a"]}"#,
            "words",
            Kind::SingleValue,
        ),
        (
            r#"{"limti": 5}"#,
            r#"{"limit": 5}"#,
            "limti",
            Kind::NearMissKey,
        ),
        (
            r#"{"either": "[4]"}"#,
            r#"{"either": [4]}"#,
            "either",
            Kind::StringifiedJson,
        ),
        (
            r#"{"person": {"nmae": "a"}}"#,
            r#"{"person": {"name": "a"}}"#,
            "person.nmae",
            Kind::NearMissKey,
        ),
    ]
};

#[test]
fn typical_mistakes_of_models_are_repaired() {
    let read = |json| serde_json::from_str(json).unwrap();
    for (arguments, expected, path, kind) in TYPICAL_MISTAKES {
        becomes(read(arguments), read(expected), &[(path, kind)]);
    }
}

#[test]
fn several_mistakes_are_repaired_one_after_the_other() {
    use RepairKind as Kind;
    becomes(
        json!({"ids": "5", "person": "{\"name\": \"a\", \"age\": \"7\"}", "Limit": "2"}),
        json!({"ids": [5], "person": {"name": "a", "age": 7}, "limit": 2}),
        &[
            ("ids", Kind::SingleValue),
            ("ids[0]", Kind::QuotedValue),
            ("person", Kind::StringifiedJson),
            ("person.age", Kind::QuotedValue),
            ("Limit", Kind::NearMissKey),
            ("limit", Kind::QuotedValue),
        ],
    );
}

#[test]
fn arguments_as_json_text_are_parsed() {
    becomes(
        json!("{\"limit\": 3}"),
        json!({"limit": 3}),
        &[("arguments", RepairKind::StringifiedJson)],
    );
}

#[test]
fn ambiguous_arguments_are_not_repaired() {
    for arguments in [
        json!({"limit": "five"}),
        json!({"limit": 0}),
        json!({"limit": "0"}),
        json!({"banana": 1}),
        json!({"mode": "medium"}),
        json!({"ids": ["x"]}),
        json!({"person": {}}),
        json!({"words": 1}),
        json!({"person": null, "banana": 1}),
        json!([1]),
        json!(null),
        json!("[1]"),
    ] {
        let shown = arguments.to_string();
        assert_eq!(repair(arguments), None, "{shown}");
    }
}

#[test]
fn huge_arguments_are_not_repaired() {
    let many: Vec<_> = (0..MAX_REPAIRS + 1)
        .map(|number| number.to_string())
        .collect();
    assert_eq!(repair(json!({"ids": many})), None);
    assert_eq!(
        repair(json!({"ids": format!("[{}]", "1,".repeat(MAX_SIZE))})),
        None
    );
}

#[test]
fn floats_without_a_fraction_become_integers() {
    let mut repairs = Vec::new();
    let value = json!({"a": 5.0, "b": [1.5, {"c": -2.0}], "d": 1e300});
    let value = whole_numbers(value, &mut repairs);
    let whole = json!({"a": 5, "b": [1.5, {"c": -2}], "d": 1e300});
    assert_eq!(value, Some(whole));
    let paths: Vec<_> = repairs.iter().map(|repair| repair.path.as_str()).collect();
    assert_eq!(paths, ["a", "b[1].c"]);
    let many = json!(vec![1.0; MAX_REPAIRS + 1]);
    assert_eq!(whole_numbers(many, &mut Vec::new()), None);
}
