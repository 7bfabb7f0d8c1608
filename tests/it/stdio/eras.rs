//! Both eras on one pipe.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::server::spawn;
use crate::{
    fixtures::{legacy_sum, said, sum},
    harness::{Child, complete, error, result},
};

/// Parameters of a modern request.
fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "it", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    params
}

fn add() -> Value {
    json!({"name": "add", "arguments": {"a": 1, "b": 2}})
}

#[test]
fn every_revision_with_a_handshake_is_supported() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut child = spawn();
        let greeting = json!({
            "protocolVersion": revision,
            "capabilities": {"logging": {}, "tools": {"listChanged": true}},
            "serverInfo": {"name": "it", "version": "1"},
        });
        assert_eq!(child.initialize(revision), result(0, greeting));
        assert_eq!(child.ask(1, "tools/call", add()), result(1, legacy_sum(3)));
    }
}

#[test]
fn a_modern_host_needs_no_handshake() {
    let mut child = spawn();
    let discovered = json!({
        "supportedVersions": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
        "capabilities": {"logging": {}, "tools": {"listChanged": true}},
        "ttlMs": 0,
        "cacheScope": "private",
    });
    assert_eq!(
        child.ask(1, "server/discover", modern(json!({}))),
        result(1, complete(discovered))
    );
    assert_eq!(child.ask(2, "tools/call", modern(add())), result(2, sum(3)));
}

#[test]
fn one_connection_carries_both_eras() {
    let mut child = spawn();
    assert_eq!(child.ask(1, "tools/call", modern(add())), result(1, sum(3)));
    child.initialize("2025-06-18");
    assert_eq!(child.ask(2, "tools/call", add()), result(2, legacy_sum(3)));
    assert_eq!(child.ask(3, "tools/call", modern(add())), result(3, sum(3)));
    assert_eq!(child.ask(4, "ping", json!({})), result(4, json!({})));
    let unknown = error(5, -32601, "unknown method `ping`");
    assert_eq!(child.ask(5, "ping", modern(json!({}))), unknown);
}

#[test]
fn a_modern_request_is_repeated_with_the_answer() {
    let mut child = spawn();
    let mut asked = child.ask(1, "tools/call", modern(json!({"name": "ask"})));
    assert_eq!(asked["result"]["resultType"], "input_required");
    let answers = json!({"name": {"action": "accept", "content": {"value": "Ada"}}});
    let state = asked["result"]["requestState"].take();
    let again = json!({"name": "ask", "inputResponses": answers, "requestState": state});
    let answer = child.ask(2, "tools/call", modern(again));
    assert_eq!(answer, result(2, complete(said("Ada"))));
}

#[test]
fn an_older_host_is_asked_while_the_call_waits() {
    let mut child = spawn();
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}});
    child.ask(0, "initialize", params);
    let question = child.ask(1, "tools/call", json!({"name": "ask"}));
    assert_eq!(question["method"], "elicitation/create");
    let answer = json!({"action": "accept", "content": {"value": "Ada"}});
    child.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}));
    assert_eq!(child.message(), result(1, said("Ada")));
}

/// The messages up to the answer to this request, sorted: notifications and answers race.
fn through(child: &Child, id: i64) -> Vec<Value> {
    let mut messages = Vec::new();
    while messages.len() < 2 {
        messages.push(child.message());
    }
    messages.sort_by_key(|message| message["id"] == id);
    messages
}

#[test]
fn an_older_host_is_notified_of_changes() {
    let mut child = spawn();
    child.initialize("2025-11-25");
    assert_eq!(child.ask(1, "ping", json!({})), result(1, json!({})));
    let call =
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "change"}});
    child.send(&call);
    let changed =
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}});
    assert_eq!(through(&child, 2), [changed, result(2, said("changed"))]);
}

#[test]
fn a_modern_host_is_notified_of_what_it_listens_for() {
    let mut child = spawn();
    let filter = json!({"toolsListChanged": true});
    let tag = json!({"io.modelcontextprotocol/subscriptionId": "listener"});
    let params = modern(json!({"notifications": filter}));
    let acknowledged = json!({
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": {"notifications": filter, "_meta": tag},
    });
    assert_eq!(
        child.ask("listener", "subscriptions/listen", params),
        acknowledged
    );
    let params = modern(json!({"name": "change"}));
    child.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}));
    let changed = json!({
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
        "params": {"_meta": tag},
    });
    assert_eq!(
        through(&child, 2),
        [changed, result(2, complete(said("changed")))]
    );
}

#[test]
fn the_first_response_is_immediate() {
    let start = Instant::now();
    let mut child = Child::example("hello");
    child.initialize("2025-11-25");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(child.ask(1, "tools/call", add()), result(1, legacy_sum(3)));
}
