//! The limits of schemas let honest ones pass: those of our own tools, of the twin, and of our own API.

use serde_json::{Value, json};
use toolwright::schema::check_schema;

use super::Api;

/// Returns why a schema is refused.
fn problem(schema: &Value) -> Option<String> {
    check_schema(schema.as_object().unwrap()).err()
}

#[test]
fn the_schemas_of_the_twin_are_accepted() {
    let offer: Value = serde_json::from_str(include_str!("../../twin/offer.json")).unwrap();
    let tools = offer["tools"].as_array().unwrap();
    assert!(tools.len() > 10, "{}", tools.len());
    for tool in tools {
        for schema in ["inputSchema", "outputSchema"] {
            let schema = tool.get(schema).filter(|schema| schema.is_object());
            assert_eq!(schema.and_then(problem), None, "{}", tool["name"]);
        }
    }
}

#[tokio::test]
async fn the_schemas_of_kinds_and_of_our_own_tools_are_accepted() {
    let api = Api::with(json!([])).await;
    let kinds = api.get("kinds").await.expect(200);
    let kinds = kinds["items"].as_array().unwrap();
    assert!(kinds.len() > 5, "{}", kinds.len());
    for kind in kinds {
        assert_eq!(problem(&kind["config_schema"]), None, "{}", kind["name"]);
    }
    let client = api.registry.server().client().await.unwrap();
    let tools = client.tools().await.unwrap();
    assert!(tools.len() > 5, "{}", tools.len());
    for tool in tools {
        assert_eq!(problem(&tool["inputSchema"]), None, "{}", tool["name"]);
    }
}

#[tokio::test]
async fn all_operations_of_our_own_document_become_tools() {
    let api = Api::with(json!([])).await;
    let document = api.get("openapi.json").await.expect(200);
    let wanted = json!({"openapi": document.to_string(), "base_url": "https://a.example"});
    let imported = api.post("tools/import", wanted).await.expect(200);
    assert_eq!(imported["skipped"], json!([]));
    let count = imported["definitions"].as_array().unwrap().len();
    assert!(count > 40, "{count}");
}
