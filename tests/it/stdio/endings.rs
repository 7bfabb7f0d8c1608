//! How calls, and the server itself, come to an end.

use std::time::Duration;

use serde_json::{Value, json};

use super::server::spawn;
use crate::{
    fixtures::{legacy_sum, said},
    harness::{Child, error, result},
};

/// A generous second: a busy machine may need more than one.
const AT_ONCE: Duration = Duration::from_secs(3);

fn started() -> Child {
    let mut child = spawn();
    child.initialize("2025-11-25");
    child
}

fn call(id: i64, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

fn parsed(lines: &[String]) -> Vec<Value> {
    lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn closing_the_input_ends_the_server_cleanly() {
    for mut child in [Child::example("hello"), spawn()] {
        child.initialize("2025-11-25");
        let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
        assert_eq!(child.ask(1, "tools/call", params), result(1, legacy_sum(3)));
        let ended = child.end();
        assert_eq!(ended.status.code(), Some(0), "{}", ended.errors);
        assert!(ended.after < AT_ONCE, "{:?}", ended.after);
        assert_eq!(ended.lines, Vec::<String>::new());
    }
}

#[test]
fn an_empty_input_ends_the_server_cleanly() {
    let ended = Child::example("hello").end();
    assert_eq!(ended.status.code(), Some(0), "{}", ended.errors);
    assert_eq!(ended.lines, Vec::<String>::new());
}

#[test]
fn a_running_call_finishes_after_the_input_is_closed() {
    let mut child = started();
    child.send(&call(1, &json!({"name": "slow", "arguments": {"ms": 300}})));
    let ended = child.end();
    assert_eq!(parsed(&ended.lines), [result(1, said("slept"))]);
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn a_large_last_response_is_written_completely() {
    let mut child = started();
    child.send(&call(
        1,
        &json!({"name": "large", "arguments": {"size": 8_000_000}}),
    ));
    let ended = child.end();
    let expected = result(1, said(&"x".repeat(8_000_000)));
    assert!(
        parsed(&ended.lines) == [expected],
        "{} lines",
        ended.lines.len()
    );
}

#[test]
fn all_responses_are_written_before_the_server_ends() {
    let mut child = started();
    for id in 0..300 {
        let params = json!({"name": "add", "arguments": {"a": id, "b": 0}});
        child.send(&call(id, &params));
    }
    let ended = child.end();
    let mut answers = parsed(&ended.lines);
    answers.sort_by_key(|answer| answer["id"].as_i64());
    let expected: Vec<_> = (0..300).map(|id| result(id, legacy_sum(id))).collect();
    assert_eq!(answers, expected);
}

#[test]
fn a_last_line_without_a_line_break_is_read() {
    let mut child = started();
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    child.write_bytes(ping.to_string());
    let ended = child.end();
    assert_eq!(parsed(&ended.lines), [result(1, json!({}))]);
}

#[test]
fn an_endless_call_is_stopped_after_the_input_is_closed() {
    let mut child = started();
    let params = json!({"name": "endless", "_meta": {"progressToken": 1}});
    child.ask(1, "tools/call", params);
    let ended = child.end();
    assert_eq!(ended.status.code(), Some(0));
    assert!(
        ended.errors.starts_with("endless was dropped\n"),
        "{}",
        ended.errors
    );
    assert!(ended.after < Duration::from_secs(20), "{:?}", ended.after);
}

#[test]
fn a_cancelled_call_is_stopped_and_not_answered() {
    let mut child = started();
    let params = json!({"name": "endless", "_meta": {"progressToken": 1}});
    let progress = child.ask(1, "tools/call", params);
    assert_eq!(progress["method"], "notifications/progress");
    let cancelled = json!({"requestId": 1, "reason": "enough"});
    child
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}));
    assert_eq!(child.ask(2, "ping", json!({})), result(2, json!({})));
    let ended = child.end();
    assert_eq!(ended.lines, Vec::<String>::new());
    assert_eq!(ended.errors, "endless was dropped\n");
    assert!(ended.after < AT_ONCE, "{:?}", ended.after);
}

#[test]
fn a_call_cancelled_at_once_is_stopped() {
    let mut child = started();
    for id in 0..100 {
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "endless"}});
        let params = json!({"requestId": id});
        let cancelled =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        child.write(format!("{call}\n{cancelled}"));
    }
    assert_eq!(
        child.ask("next", "ping", json!({})),
        result("next", json!({}))
    );
    let ended = child.end();
    assert_eq!(ended.lines, Vec::<String>::new());
    assert!(ended.after < AT_ONCE, "{:?}", ended.after);
}

#[test]
fn a_listening_host_does_not_keep_the_server_running() {
    let mut child = spawn();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"notifications": {"toolsListChanged": true}, "_meta": meta});
    let acknowledged = child.ask(1, "subscriptions/listen", params);
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    let ended = child.end();
    assert!(ended.after < AT_ONCE, "{:?}", ended.after);
}

#[test]
fn an_ended_call_cannot_be_cancelled() {
    let mut child = started();
    assert_eq!(child.ask(1, "ping", json!({})), result(1, json!({})));
    for id in [json!(1), json!("none"), json!(null)] {
        let params = json!({"requestId": id});
        child.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
        );
    }
    let unknown = error(2, -32601, "unknown method `no/such`");
    assert_eq!(child.ask(2, "no/such", json!({})), unknown);
}
