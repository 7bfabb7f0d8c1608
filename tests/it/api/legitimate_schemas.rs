//! The limits of schemas let honest ones pass: those of our own tools, of the twin, and of our own API.

use std::{fs, time::Duration};

use serde_json::{Value, json};
use toolwright::schema::{check_schema, compile, example_of};

use super::Api;

/// The time that this thread has had a processor, whatever else the machine does.
fn processor_time() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds = told.split_whitespace().next().unwrap();
    Duration::from_nanos(nanoseconds.parse().unwrap())
}

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

/// The tools of `tests/clients/servers`, as each server listed them on 2026-11-19: everything, filesystem, memory and
/// sequential-thinking 2026.8.31 of npm, git and time 2026.10.19 of PyPI.
const PUBLIC_SERVERS: &str = include_str!("public_schemas.json");

#[test]
fn the_schemas_of_public_servers_are_accepted() {
    let servers: Value = serde_json::from_str(PUBLIC_SERVERS).unwrap();
    let mut count = 0;
    for (server, tools) in servers.as_object().unwrap() {
        for tool in tools.as_array().unwrap() {
            let name = format!("{server}.{}", tool["name"]);
            for which in ["inputSchema", "outputSchema"] {
                let Some(schema) = tool.get(which) else {
                    continue;
                };
                let begun = processor_time();
                assert_eq!(problem(schema), None, "{name}");
                let example = example_of(schema, schema.as_object().unwrap());
                let validator = compile(schema.as_object().unwrap()).unwrap();
                // Examples are cut where they are deep, and then do not fit.
                assert!(validator.fits(&example).is_ok(), "{name}: {example}");
                let took = processor_time() - begun;
                assert!(took < Duration::from_millis(100), "{name}: {took:?}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 81);
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
