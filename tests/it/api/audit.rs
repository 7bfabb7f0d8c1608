//! The audit log of changes through the API.

use std::{fs, os::unix::fs::PermissionsExt as _};

use reqwest::Method;
use serde_json::{Value, json};

use super::{Api, increment};

#[tokio::test]
async fn every_change_is_recorded_with_who_made_it_and_without_values() {
    let api = Api::with(json!([increment("inc")])).await;
    let tool = json!({
        "name": "weather", "type": "http", "description": "The weather.",
        "config": {"base_url": "https://weather.example.com"},
        "auth": {"type": "bearer", "token": "s3cret-token"},
    });
    api.post("tools", tool).await.expect(201);
    api.post("tools/inc/call", json!({"arguments": {"number": 1}}))
        .await
        .expect(200);
    api.post("tools", json!({})).await.expect(422);
    let off = json!({"is_active": false});
    api.change(Method::PATCH, "tools/weather", 1, off)
        .await
        .expect(200);
    let refused = api
        .change(Method::DELETE, "tools/calculator", 0, Value::Null)
        .await;
    assert_eq!(refused.status, 403);

    let file = api.registry.path("../data/audit.jsonl");
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("s3cret-token"), "{text}");
    let mut lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for line in &mut lines {
        assert!(line.as_object_mut().unwrap().remove("time").is_some());
    }
    let expected = [
        json!({
            "operation": "create_tool", "subject": "", "by": "local", "origin": "127.0.0.1",
            "members": ["auth", "config", "description", "name", "type"], "status": 201,
        }),
        json!({
            "operation": "patch_tool", "subject": "weather", "by": "local", "origin": "127.0.0.1",
            "members": ["is_active"], "status": 200,
        }),
        json!({
            "operation": "delete_tool", "subject": "calculator", "by": "local",
            "origin": "127.0.0.1", "status": 403,
        }),
    ];
    assert_eq!(lines, expected);
}
