//! An author wants an OpenAPI document to fill the server's memory, or to keep it busy.

use serde_json::{Map, Value, json};

use crate::{api::Api, harness::soon};

/// Returns a document with 2,000 operations that have the same body.
fn sharing(body: &Value) -> Value {
    let paths = (0..2_000).map(|number| {
        let reference = json!({"$ref": "#/components/requestBodies/B"});
        (
            format!("/{number}"),
            json!({"post": {"requestBody": reference}}),
        )
    });
    let body = json!({"content": {"application/json": {"schema": body}}});
    let document = json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
        "paths": paths.collect::<Map<_, _>>(), "components": {"requestBodies": {"B": body}},
    });
    json!({"openapi": document.to_string()})
}

#[tokio::test]
async fn operations_that_share_a_large_body_do_not_multiply_it() {
    let api = Api::with(json!([])).await;
    let names = (0..300).map(|number| (format!("p{number}"), json!({"type": "string"})));
    let body = json!({"type": "array", "items": {
        "type": "object", "properties": names.collect::<Map<_, _>>(),
    }});
    let imported = soon(api.post("tools/import", sharing(&body))).await;
    let imported = imported.expect(200);
    let definitions = imported["definitions"].as_array().unwrap();
    // Each takes some 150 KB of memory.
    assert!(
        (110..230).contains(&definitions.len()),
        "{}",
        definitions.len()
    );
    let skipped = imported["skipped"].as_array().unwrap();
    assert_eq!(definitions.len() + skipped.len(), 2_000);
    assert_eq!(
        skipped.last().unwrap()["reason"],
        "the definitions of the operations before it take 24 MiB, the limit of one import"
    );
}

#[tokio::test]
async fn a_schema_that_doubles_is_left_out_with_the_part_that_costs_too_much() {
    let schemas = (0..40).map(|level| {
        let next = json!({"$ref": format!("#/components/schemas/a{}", level + 1)});
        (format!("a{level}"), json!({"oneOf": [next, next]}))
    });
    let mut schemas: Map<_, _> = schemas.collect();
    schemas.insert("a40".to_owned(), json!({"type": "string"}));
    let body = json!({"content": {"application/json": {
        "schema": {"type": "array", "items": {"$ref": "#/components/schemas/a0"}},
    }}});
    let document = json!({
        "openapi": "3.1.0", "servers": [{"url": "https://a.example"}],
        "paths": {"/a": {"post": {"requestBody": body}}, "/b": {"get": {}}},
        "components": {"schemas": schemas},
    });
    let api = Api::with(json!([])).await;
    let wanted = json!({"openapi": document.to_string()});
    let imported = soon(api.post("tools/import", wanted)).await.expect(200);
    assert_eq!(imported["definitions"].as_array().unwrap().len(), 1);
    let reason = imported["skipped"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("costs too much to check"), "{reason}");
}

#[tokio::test]
async fn patterns_of_operations_are_few() {
    let api = Api::with(json!([])).await;
    let mut wanted = sharing(&json!({}));
    wanted["only"] = json!(vec!["a*b*c"; 101]);
    let refused = soon(api.post("tools/import", wanted)).await;
    assert_eq!(refused.refusal().0, 422);
}
