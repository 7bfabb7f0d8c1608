//! The OpenAPI document describes the routes that there are.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Api, NO_DATABASE, answered};

#[tokio::test]
async fn every_operation_of_the_document_is_served() {
    let api = Api::with_settings(json!([]), &NO_DATABASE).await;
    let document = api.get("openapi.json").await.expect(200);
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().unwrap();
    let mut count = 0;
    for (path, methods) in paths {
        // Names that nobody has, so that nothing is changed.
        let filled = path.replace(['{', '}'], "");
        for method in methods.as_object().unwrap().keys() {
            // A stream does not end, and an examination starts engines.
            if path == "/events" || path == "/health" {
                continue;
            }
            let name = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let answer = answered(api.request(name, filled.trim_start_matches('/'))).await;
            let missing = format!("there is no path `/api/v1{filled}`");
            assert_ne!(answer.status, 405, "{method} {path}");
            assert_ne!(answer.body["detail"], json!(missing), "{method} {path}");
            count += 1;
        }
        let other = answered(api.request(Method::TRACE, filled.trim_start_matches('/'))).await;
        let allowed = other.headers["allow"].to_str().unwrap().to_lowercase();
        let mut described: Vec<_> = methods.as_object().unwrap().keys().cloned().collect();
        described.sort();
        let mut allowed: Vec<_> = allowed.split(", ").map(ToOwned::to_owned).collect();
        allowed.sort();
        assert_eq!(described, allowed, "{path}");
    }
    assert!(count >= 13, "{count}");
}

#[tokio::test]
async fn every_reference_of_the_document_leads_somewhere() {
    let api = Api::with(json!([])).await;
    let document = api.get("openapi.json").await.expect(200);
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 20, "{references:?}");
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

/// What the library `utoipa` cannot describe: a schema that depends on a value.
#[tokio::test]
async fn the_configuration_of_a_tool_depends_on_its_kind() {
    let api = Api::with(json!([])).await;
    let document = api.get("openapi.json").await.expect(200);
    let body = &document["paths"]["/tools"]["post"]["requestBody"]["content"];
    let reference = body["application/json"]["schema"]["$ref"].as_str().unwrap();
    let tool = document.pointer(&reference[1..]).unwrap();
    let conditions = tool["allOf"].as_array().unwrap().iter();
    let of_sql: Vec<_> = conditions
        .filter(|one| one["if"]["properties"]["type"]["const"] == "sql")
        .collect();
    assert_eq!(of_sql.len(), 1, "{tool}");
    let config = &of_sql[0]["then"]["properties"]["config"];
    assert!(config["properties"]["query"].is_object(), "{config}");
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.push(reference.clone());
            }
            members.values().for_each(|one| collect(one, references));
        }
        Value::Array(values) => values.iter().for_each(|one| collect(one, references)),
        _ => {}
    }
}
