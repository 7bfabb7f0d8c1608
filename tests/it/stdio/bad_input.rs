//! Lines that cannot be read, and lines that take their time.

use serde_json::{Value, json};

use crate::{
    bad_messages::bad_messages,
    fixtures::legacy_sum,
    harness::{Child, error, result},
};

fn started(revision: &str) -> Child {
    let mut child = Child::example("hello");
    child.initialize(revision);
    child
}

fn assert_goes_on(child: &mut Child) {
    let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    let answer = child.ask("next", "tools/call", params);
    assert_eq!(answer, result("next", legacy_sum(3)));
}

#[test]
fn an_invalid_line_does_not_affect_the_next_one() {
    let mut child = started("2025-11-25");
    for bad in bad_messages() {
        child.write(&bad.text);
        bad.assert_answered(child.message());
        assert_goes_on(&mut child);
    }
    let ended = child.end();
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!((ended.lines, ended.errors), (Vec::new(), String::new()));
}

#[test]
fn a_line_sent_byte_by_byte_is_answered() {
    let mut child = started("2025-11-25");
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    for byte in format!("{ping}\n").bytes() {
        child.write_bytes([byte]);
    }
    assert_eq!(child.message(), result(1, json!({})));
}

#[test]
fn lines_sent_at_once_are_all_answered() {
    let mut child = started("2025-11-25");
    let line = |id: i64| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    child.write_bytes(format!("{}\nnonsense\n\n{}\n", line(1), line(2)));
    let mut answers = [child.message(), child.message(), child.message()];
    answers.sort_by_key(|answer| answer["id"].as_i64());
    assert_eq!(answers[0]["error"]["code"], -32700);
    assert_eq!(answers[1..], [1, 2].map(|id| result(id, json!({}))));
}

#[test]
fn closing_within_a_line_ends_the_server_cleanly() {
    let mut child = started("2025-11-25");
    child.write_bytes(r#"{"jsonrpc":"2.0","id":1,"#);
    let ended = child.end();
    assert_eq!(ended.status.code(), Some(0), "{}", ended.errors);
    let answer: Value = serde_json::from_str(&ended.lines[0]).unwrap();
    assert_eq!(answer["error"]["code"], -32700);
    assert_eq!(ended.lines.len(), 1);
}

#[test]
fn a_line_with_a_long_id_is_answered() {
    let mut child = started("2025-11-25");
    let id = "x".repeat(1_000_000);
    let answer = child.ask(id.as_str(), "ping", json!({}));
    assert!(answer == result(id, json!({})));
}

#[test]
fn invalid_arguments_are_reported_to_the_model() {
    let mut child = started("2025-11-25");
    for (arguments, why) in [
        (
            r#"{"a":1,"b":2,"a":3}"#,
            "got unreadable JSON (duplicate field `a` at line 1 column 16), wanted a JSON object",
        ),
        ("[1,2]", "got [1,2], wanted a JSON object"),
        (
            r#"{"a":1e400,"b":2}"#,
            "got unreadable JSON (number out of range at line 1 column 10), wanted a JSON object",
        ),
    ] {
        child.write(format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"add","arguments":{arguments}}}}}"#
        ));
        let answer = child.message();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(text.lines().nth(1), Some(&*format!("- `arguments`: {why}")));
    }
    assert_goes_on(&mut child);
}

#[test]
fn a_batch_over_the_limit_is_refused() {
    let mut child = started("2025-03-26");
    let ping = |id: usize| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    let batch = |count: usize| format!("[{}]", (1..=count).map(ping).collect::<Vec<_>>().join(","));
    child.write(batch(100));
    let answers: Vec<Value> = (1..=100).map(|id| result(id, json!({}))).collect();
    assert_eq!(child.message(), Value::Array(answers));
    let mut refused = error(0, -32600, "a batch has at most 100 messages");
    refused.as_object_mut().unwrap().remove("id");
    child.write(batch(101));
    assert_eq!(child.message(), refused);
    child.write(format!("[{}1]", "1,".repeat(2_000_000)));
    assert_eq!(child.message(), refused);
    assert_goes_on(&mut child);
}
