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

/// A fuzzer found the first: the validator of such a schema owned itself, and was never freed.
#[test]
fn a_part_that_collects_what_is_around_it_is_refused() {
    let closed = |reference: &str| json!({"$ref": reference, "unevaluatedProperties": false});
    for definitions in [
        json!({"a": {"contains": {"unevaluatedItems": {"$ref": "#/$defs/a"}, "$ref": "#/$defs/a"}}}),
        json!({"a": {"properties": {"inner": closed("#/$defs/a")}}}),
        json!({"a": {"properties": {"inner": {"allOf": [{"$ref": "#/$defs/a"}], "unevaluatedItems": false}}}}),
        // Each of two collects the other.
        json!({
            "a": {"properties": {"inner": closed("#/$defs/b")}},
            "b": {"properties": {"inner": closed("#/$defs/a")}},
        }),
    ] {
        let schema = json!({"properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": definitions});
        let problem = compile(&self::schema(schema)).unwrap_err();
        assert!(
            problem.contains("give that part a name in `$defs`"),
            "{problem}"
        );
    }
}

#[test]
fn a_part_with_a_name_may_collect_what_is_around_it() {
    let schema = schema(
        json!({"properties": {"x": {"$ref": "#/$defs/node"}}, "$defs": {
            "node": {"$ref": "#/$defs/base", "unevaluatedProperties": false},
            "base": {"properties": {"inner": {"$ref": "#/$defs/node"}, "name": {"type": "string"}}},
        }}),
    );
    let validator = compile(&schema).unwrap();
    let value = json!({"x": {"inner": {"inner": {"name": "deep"}}}});
    assert_eq!(validator.fits(&value), Ok(true));
    let unknown = json!({"x": {"inner": {"inner": {"other": 1}}}});
    assert_eq!(validator.fits(&unknown), Ok(false));
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
    assert_eq!(
        validator.fits(&nested(100)),
        Err(TooCostly { goes_back: false })
    );
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
    assert_eq!(validator.fits(&many), Err(TooCostly { goes_back: true }));
}

#[test]
fn a_pattern_that_multiplies_its_repetitions_is_refused() {
    let repeated = |pattern: &str| schema(json!({"properties": {"x": {"pattern": pattern}}}));
    let problem = compile(&repeated("^((a{100}){100}){100}$")).unwrap_err();
    assert!(
        problem.contains("`#/properties/x/pattern` repeats too much"),
        "{problem}"
    );
    let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
    assert!(compile(&repeated(uuid)).is_ok());
}

#[test]
fn a_pattern_that_takes_long_to_compile_is_refused() {
    let with = |pattern: &str| schema(json!({"properties": {"x": {"pattern": pattern}}}));
    let many: Schema = (1..=200)
        .map(|count| (r"\s".repeat(count), json!({})))
        .collect();
    for (costly, place, why) in [
        (
            with(&r"\d".repeat(8_000)),
            "#/properties/x/pattern",
            "shorthands",
        ),
        (
            with(&r"\cA".repeat(8_000)),
            "#/properties/x/pattern",
            "shorthands",
        ),
        (
            with(&format!("[{}]", "a".repeat(40_000))),
            "#/properties/x/pattern",
            "32 KiB",
        ),
        (
            schema(json!({"patternProperties": many})),
            "#/patternProperties",
            "shorthands",
        ),
    ] {
        let problem = compile(&costly).unwrap_err();
        let start = format!("the pattern at `{place}` costs too much to compile: ");
        assert!(
            problem.starts_with(&start) && problem.contains(why),
            "{problem}"
        );
    }
}

#[test]
fn patterns_that_take_much_memory_are_refused_and_honest_ones_are_not() {
    let letters: Schema = (0..200)
        .map(|number| (format!(r"\p{{L}}{{20}}{number}"), json!({})))
        .collect();
    let problem = compile(&schema(json!({"patternProperties": letters}))).unwrap_err();
    assert!(problem.contains("too many parts"), "{problem}");
    let date = r"^\d{4}-\d\d-\d\d(\s+\d\d:\d\d(:\d\d(\.\d+)?)?)?$";
    let several: Schema = (0..100)
        .map(|number| (format!("{date}|{number}"), json!({})))
        .collect();
    assert!(compile(&schema(json!({"patternProperties": several}))).is_ok());
    let listed = format!("[{}]", "가".repeat(10_000));
    assert!(compile(&schema(json!({"properties": {"x": {"pattern": listed}}}))).is_ok());
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

#[test]
fn long_names_that_many_parts_stand_below_are_refused() {
    let parts: Schema = (0..20_000).map(|n| (format!("p{n}"), json!({}))).collect();
    let below = |name: &str| schema(json!({"properties": {name: {"properties": parts}}}));
    let problem = compile(&below(&"x".repeat(100_000))).unwrap_err();
    assert!(problem.starts_with("`#/properties/xxx"), "{problem}");
    assert!(problem.contains("its names are too long"), "{problem}");
    assert!(problem.len() < 500, "{}", problem.len());
    assert!(compile(&below("honest")).is_ok());
}

#[test]
fn references_that_lead_to_many_schemas_each_are_refused() {
    let anchors = vec![json!({"$dynamicAnchor": "a"}); 5_000];
    let references = vec![json!({"$dynamicRef": "#a"}); 5_000];
    let dynamic = schema(json!({"prefixItems": references, "$defs": {"x": {"allOf": anchors}}}));
    let addresses = (0..5_000).map(|n| json!({"$id": format!("https://example.com/{n}")}));
    let references = (0..5_000).map(|n| json!({"$ref": n.to_string()}));
    let addressed = schema(json!({
        "prefixItems": references.collect::<Vec<_>>(),
        "$defs": {"x": {"allOf": addresses.collect::<Vec<_>>()}},
    }));
    for multiplying in [dynamic, addressed] {
        let problem = compile(&multiplying).unwrap_err();
        assert!(problem.contains("its references lead to"), "{problem}");
        assert!(problem.starts_with("`#/prefixItems/"), "{problem}");
    }
}

#[test]
fn what_is_compared_part_by_part_is_counted_so() {
    let long = |last: usize| (0..500).chain([last]).collect::<Vec<_>>();
    let options: Vec<_> = (0..300).map(long).collect();
    let validator = compile(&schema(json!({"items": {"enum": options}}))).unwrap();
    assert_eq!(validator.fits(&json!(vec![long(9); 10])), Ok(true));
    assert_eq!(
        validator.fits(&json!(vec![long(999); 1_000])),
        Err(TooCostly { goes_back: false })
    );
}

#[test]
fn a_pattern_of_classes_within_each_other_does_not_use_up_the_stack() {
    for open in ["[", "(", "(?:", "[^"] {
        let deep = schema(json!({"properties": {"x": {"pattern": open.repeat(300_000)}}}));
        assert!(compile(&deep).is_err(), "{open}");
    }
}
