//! Somebody wants the record of a change to be pushed out of the audit log.

use std::fs;

use serde_json::{Map, Value, json};

use crate::api::rights::Guarded;

#[tokio::test]
async fn requests_that_change_nothing_do_not_fill_the_audit_log() {
    let guarded = Guarded::start().await;
    for _ in 0..50 {
        let out = guarded.send("", "DELETE", "session", &Value::Null).await;
        assert_eq!(out.status, 204);
    }
    let members: Map<_, _> = (0..200)
        .map(|number| (format!("{number}{}", "x".repeat(1000)), Value::Null))
        .collect();
    let tool = json!(members);
    for _ in 0..50 {
        let create = guarded.send(&guarded.caller, "POST", "tools", &tool).await;
        assert_eq!(create.status, 403);
    }
    let log = fs::read_to_string(guarded.api.registry.path("../data/audit.jsonl")).unwrap();
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(lines.len(), 20, "{log}");
    for line in lines {
        assert!(line.starts_with(r#"{"time":"#) && line.contains(r#""by":"caller""#));
        assert!(line.len() < 10_000, "{} bytes", line.len());
    }
}
