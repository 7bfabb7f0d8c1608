//! Lines in, lines out.

use serde_json::{Value, json};

use super::server::{MAX_LINE, spawn};
use crate::{
    fixtures::{failed, legacy_sum, said},
    harness::{Child, error, result},
};

fn started() -> Child {
    let mut child = spawn();
    child.initialize("2025-11-25");
    child
}

/// A call of `add`, and what it answers.
fn assert_goes_on(child: &mut Child) {
    let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    let answer = child.ask("next", "tools/call", params);
    assert_eq!(answer, result("next", legacy_sum(3)));
}

fn unreadable(code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "error": {"code": code, "message": message}})
}

#[test]
fn what_a_tool_prints_goes_to_standard_error() {
    let mut child = started();
    let answer = child.ask(1, "tools/call", json!({"name": "print"}));
    assert_eq!(answer, result(1, said("printed")));
    assert_goes_on(&mut child);
    let ended = child.end();
    assert_eq!(ended.lines, Vec::<String>::new());
    assert_eq!(ended.errors, "{\"jsonrpc\":\"2.0\"}\nand this\n");
}

#[test]
fn an_invalid_line_is_answered_and_the_next_is_read() {
    let mut child = started();
    let message = "invalid JSON: expected ident at line 1 column 2";
    for (line, expected) in [
        (&b"nonsense"[..], unreadable(-32700, message)),
        (b"{}", unreadable(-32600, "`jsonrpc` must be `2.0`")),
        (b"[]", unreadable(-32600, "a batch must not be empty")),
    ] {
        child.write(line);
        assert_eq!(child.message(), expected);
    }
    child.write(b"\"\xff\xfe\"");
    assert_eq!(child.message()["error"]["code"], -32700);
    child.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}");
    assert_eq!(child.message()["error"]["code"], -32700);
    assert_goes_on(&mut child);
}

#[test]
fn empty_lines_are_skipped_and_crlf_is_accepted() {
    let mut child = started();
    child.write("");
    child.write("  \t");
    child.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r");
    assert_eq!(child.message(), result(1, json!({})));
}

#[test]
fn a_line_over_the_limit_is_refused_and_the_next_is_read() {
    let mut child = started();
    let expected = unreadable(-32600, "the line exceeds the limit of 10000 bytes");
    for length in [MAX_LINE + 1, 20 * MAX_LINE] {
        child.write(vec![b' '; length]);
        assert_eq!(child.message(), expected);
    }
    let mut ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    ping.push_str(&" ".repeat(MAX_LINE - ping.len()));
    child.write(ping);
    assert_eq!(child.message(), result(1, json!({})));
}

#[test]
fn a_panic_fails_only_its_call() {
    let mut child = started();
    let answer = child.ask(1, "tools/call", json!({"name": "panic"}));
    assert_eq!(answer, result(1, failed("the tool panicked")));
    assert_goes_on(&mut child);
}

#[test]
fn a_slow_call_does_not_delay_a_fast_one() {
    let mut child = started();
    let slow = json!({"name": "slow", "arguments": {"ms": 500}});
    child.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": slow}));
    assert_goes_on(&mut child);
    assert_eq!(child.message(), result(1, said("slept")));
}

#[test]
fn progress_comes_before_the_response() {
    let mut child = started();
    let slow = json!({"name": "slow", "arguments": {"ms": 0}, "_meta": {"progressToken": "t"}});
    let progress = json!({
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": "t", "progress": 1.0},
    });
    assert_eq!(child.ask(1, "tools/call", slow), progress);
    assert_eq!(child.message(), result(1, said("slept")));
}

#[test]
fn an_id_in_use_is_refused() {
    let mut child = started();
    let endless = json!({"name": "endless", "_meta": {"progressToken": 1}});
    child.ask(7, "tools/call", endless);
    let why = "a request with the id `7` is still running";
    assert_eq!(child.ask(7, "ping", json!({})), error(7, -32600, why));
    assert_eq!(child.ask("7", "ping", json!({})), result("7", json!({})));
}

#[test]
fn a_batch_is_answered_together() {
    let mut child = spawn();
    child.initialize("2025-03-26");
    child.send(&json!([
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "no/such"},
    ]));
    let unknown = error(2, -32601, "unknown method `no/such`");
    assert_eq!(child.message(), json!([result(1, json!({})), unknown]));
}

#[test]
fn batches_are_refused_in_other_revisions() {
    let mut child = started();
    child.send(&json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]));
    let message = "2025-11-25 does not support batches: send one message at a time";
    assert_eq!(child.message(), unreadable(-32600, message));
    assert_goes_on(&mut child);
}

#[test]
fn many_calls_at_once_are_all_answered() {
    let mut child = started();
    for id in 0..1000 {
        let params = json!({"name": "add", "arguments": {"a": id, "b": 1}});
        child.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }
    let mut answers: Vec<_> = (0..1000).map(|_| child.message()).collect();
    answers.sort_by_key(|answer| answer["id"].as_i64());
    for (id, answer) in (0..1000).zip(answers) {
        assert_eq!(answer, result(id, legacy_sum(id + 1)));
    }
}
