//! Documents whose operations share large parts, so that what becomes of them is much larger than they are.

use serde_json::{Map, Value, json};

use super::{Import, ImportOptions, import};

/// Returns a document with so many operations that have the same body.
fn sharing(count: usize, body: &Value, operation: impl Fn(usize) -> Value) -> String {
    let paths = (0..count).map(|number| (format!("/{number}"), json!({"post": operation(number)})));
    json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
        "paths": paths.collect::<Map<_, _>>(),
        "components": {
            "schemas": {"S": body},
            "requestBodies": {"B": {"content": {"application/json": {"schema": {
                "type": "array", "items": {"$ref": "#/components/schemas/S"},
            }}}}},
        },
    })
    .to_string()
}

fn with_body(_: usize) -> Value {
    json!({"requestBody": {"$ref": "#/components/requestBodies/B"}})
}

/// Returns an object with so many properties, whose names have so many bytes.
fn properties(count: usize, bytes: usize) -> Value {
    let named = (0..count).map(|number| (format!("{number:0bytes$}"), json!({"type": "string"})));
    json!({"type": "object", "properties": named.collect::<Map<_, _>>()})
}

/// Returns the bytes of all definitions as JSON.
fn size(import: &Import) -> usize {
    let texts = import.definitions.iter().map(serde_json::to_string);
    texts.map(|text| text.unwrap().len()).sum()
}

#[test]
fn a_schema_that_all_operations_share_is_checked_once() {
    let text = sharing(2_000, &properties(12, 4), with_body);
    let import = import(&text, &ImportOptions::default()).unwrap();
    assert_eq!(
        (import.definitions.len(), import.checked.count()),
        (2_000, 1)
    );
}

#[test]
fn what_operations_share_does_not_make_an_import_large() {
    let names = properties(100, 2_000);
    let texts = json!({"enum": vec!["x".repeat(100_000); 9]});
    for body in [names, texts] {
        let text = sharing(2_000, &body, with_body);
        let import = import(&text, &ImportOptions::default()).unwrap();
        assert!(size(&import) < 27_000_000, "{}", size(&import));
        assert!((18..200).contains(&import.definitions.len()));
        assert_eq!(
            import.skipped.last().unwrap().reason,
            "the definitions of the operations before it take 24 MiB, the limit of one import"
        );
    }
}

#[test]
fn a_path_that_others_refer_to_does_not_make_an_import_large() {
    let long = "x".repeat(200_000);
    let shared = json!({"post": {"operationId": long, "tags": [long], "parameters": [
        {"name": "a", "in": "query", "description": long},
    ]}});
    let paths = (0..2_000).map(|number| (format!("/{number}"), json!({"$ref": "#/shared"})));
    let text = json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "shared": shared,
        "paths": paths.collect::<Map<_, _>>(),
    });
    let import = import(&text.to_string(), &ImportOptions::default()).unwrap();
    assert!(size(&import) < 27_000_000, "{}", size(&import));
    let skipped = import.skipped.iter();
    let skipped: usize = skipped
        .map(|one| one.operation.len() + one.reason.len())
        .sum();
    assert!(skipped < 10_000_000, "{skipped}");
}

#[test]
fn parts_of_parts_are_not_looked_at_without_end() {
    let part = json!({"$ref": "#/components/schemas/P0"});
    let mut schemas: Map<_, _> = (0..14)
        .map(|number| {
            (
                format!("P{number}"),
                json!({"$ref": format!("#/components/schemas/P{}", number + 1)}),
            )
        })
        .collect();
    schemas.insert(
        "P14".into(),
        json!({"properties": {"a": {"type": "string"}}}),
    );
    let schema = json!({"allOf": vec![part; 190]});
    let body = json!({"content": {"application/json": {"schema": schema}}});
    let paths = (0..2_000).map(|number| {
        let reference = json!({"$ref": "#/components/requestBodies/B"});
        (
            format!("/{number}"),
            json!({"post": {"requestBody": reference}}),
        )
    });
    let text = json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
        "paths": paths.collect::<Map<_, _>>(),
        "components": {"schemas": schemas, "requestBodies": {"B": body}},
    });
    let refused = import(&text.to_string(), &ImportOptions::default()).unwrap_err();
    assert_eq!(
        refused,
        "its operations refer to too many parts of it: choose some with `--only`"
    );
}
