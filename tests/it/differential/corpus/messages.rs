//! Rare kinds of messages: unusual ids, notifications, responses, batches.

use serde_json::{Value, json};

use crate::differential::call::{Call, Case, MODERN, notification};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = ids();
    cases.extend(unanswered());
    cases.extend(batches());
    cases
}

/// A body with the headers of `tools/list`.
pub(super) fn modern(body: impl AsRef<[u8]>) -> Call {
    Call::post(body).repeating("tools/list", &json!({}))
}

pub(super) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// Ids of every type.
fn ids() -> Vec<Case> {
    let ids = [
        "0",
        "-1",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "1.5",
        "1.0",
        "1e2",
        "\"\"",
        "\"one\"",
        "\"ünïcödé\"",
        "null",
        "true",
        "[]",
        "{}",
    ];
    let mut cases = Vec::new();
    for id in ids {
        let body = |params: &Value| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{params}}}"#)
        };
        cases.push(Case::new(
            format!("{MODERN} id {id}"),
            modern(body(&json!({"_meta": meta()}))),
        ));
        let call = Call::post(body(&json!({})));
        cases.push(Case::in_session(
            format!("2025-11-25 id {id}"),
            "2025-11-25",
            json!({}),
            call,
        ));
    }
    cases
}

/// Messages without a response.
fn unanswered() -> Vec<Case> {
    let messages = [
        (
            "initialized",
            notification("notifications/initialized", &json!({})),
        ),
        (
            "cancelled",
            notification(
                "notifications/cancelled",
                &json!({"requestId": 99, "reason": "why not"}),
            ),
        ),
        (
            "cancelled nothing",
            notification("notifications/cancelled", &json!({})),
        ),
        (
            "progress",
            notification(
                "notifications/progress",
                &json!({"progressToken": 1, "progress": 0.5}),
            ),
        ),
        (
            "roots changed",
            notification("notifications/roots/list_changed", &json!({})),
        ),
        (
            "an unknown one",
            notification("notifications/x", &json!({})),
        ),
        (
            "a method of requests",
            notification("tools/list", &json!({})),
        ),
        ("an unknown method", notification("x", &json!({}))),
        (
            "with params of the wrong type",
            notification("notifications/cancelled", &json!("x")),
        ),
        (
            "a result",
            json!({"jsonrpc": "2.0", "id": 99, "result": {}}),
        ),
        (
            "an error",
            json!({"jsonrpc": "2.0", "id": 99, "error": {"code": -1, "message": "no"}}),
        ),
        (
            "an error without an id",
            json!({"jsonrpc": "2.0", "error": {"code": -1, "message": "no"}}),
        ),
        (
            "a result without an id",
            json!({"jsonrpc": "2.0", "result": {}}),
        ),
        (
            "an error that is none",
            json!({"jsonrpc": "2.0", "id": 99, "error": "no"}),
        ),
    ];
    let mut cases = Vec::new();
    for (what, message) in messages {
        let method = message["method"].as_str().unwrap_or("x").to_owned();
        let call = Call::post(message.to_string());
        let modern = call.clone().repeating(&method, &json!({}));
        cases.push(Case::new(format!("{MODERN} unanswered {what}"), modern));
        cases.push(Case::in_session(
            format!("2025-11-25 unanswered {what}"),
            "2025-11-25",
            json!({}),
            call.clone(),
        ));
        let call = call.with("mcp-protocol-version", "2025-06-18");
        cases.push(Case::new(format!("alone unanswered {what}"), call).alone());
    }
    cases
}

/// Only 2025-03-26 has batches.
fn batches() -> Vec<Case> {
    let batches = [
        ("that is empty", "[]"),
        ("of one", r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#),
        (
            "of two",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]"#,
        ),
        (
            "of notifications",
            r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#,
        ),
        ("of numbers", "[1,2]"),
        (
            "that is cut off",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},"#,
        ),
    ];
    let mut cases = Vec::new();
    for (what, body) in batches {
        cases.push(Case::new(format!("{MODERN} batch {what}"), modern(body)));
        for revision in ["2025-03-26", "2025-06-18"] {
            cases.push(Case::in_session(
                format!("{revision} batch {what}"),
                revision,
                json!({}),
                Call::post(body),
            ));
        }
    }
    cases
}
