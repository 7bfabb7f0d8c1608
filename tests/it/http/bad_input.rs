//! Messages that cannot be read: refused in both eras, and the server goes on.

use serde_json::{Value, json};
use toolwright::{ToolOutput, tools};

use crate::{
    bad_messages::bad_messages,
    fixtures::{add, legacy_sum, sum},
    harness::{Answer, Body, Modern, Session, TestServer, new_server, post, result, tool},
};

const MODERN: [(&str, &str); 3] = [
    ("mcp-protocol-version", "2026-07-28"),
    ("mcp-method", "tools/call"),
    ("mcp-name", "add"),
];

async fn start() -> TestServer {
    TestServer::start(new_server().tools(tools![add])).await
}

fn message(answer: Answer) -> Value {
    match answer.body {
        Body::Json(message) => message,
        other => panic!("not a message: {} {other:?}", answer.status),
    }
}

#[tokio::test]
async fn an_invalid_modern_message_does_not_affect_the_next_one() {
    let server = start().await;
    let modern = Modern::of(&server);
    for bad in bad_messages() {
        let answer = post(&server, &MODERN, bad.text.clone()).await;
        assert_eq!(answer.status, 400, "{}", bad.what);
        bad.assert_answered(message(answer));
        let next = modern.call("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(next, Answer::json(200, result(1, sum(3))), "{}", bad.what);
    }
}

#[tokio::test]
async fn an_invalid_message_does_not_change_its_session() {
    let server = start().await;
    let session = Session::open(&server).await;
    let add = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    for bad in bad_messages() {
        let headers = [
            ("mcp-session-id", session.id()),
            ("mcp-protocol-version", "2025-11-25"),
        ];
        let answer = post(&server, &headers, bad.text.clone()).await;
        assert_eq!(answer.status, 400, "{}", bad.what);
        bad.assert_answered(message(answer));
        let next = session.ask(1, "tools/call", add.clone()).await;
        let expected = Answer::json(200, result(1, legacy_sum(3)));
        assert_eq!(next, expected, "{}", bad.what);
    }
}

#[tokio::test]
async fn an_empty_body_is_refused() {
    let server = start().await;
    for body in ["", " ", "\r\n\t  ", "\u{feff}"] {
        let answer = post(&server, &[], body).await;
        assert_eq!(answer.refusal(), (400, Some(-32700)), "{body:?}");
    }
}

#[tokio::test]
async fn an_id_is_echoed_unchanged() {
    let server = start().await;
    let long = Value::from("x".repeat(1_000_000)).to_string();
    for id in [
        "0",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        r#""""#,
        r#""a\u0000b\"\\\u00e9\ud83d\ude00\u2028""#,
        &long,
    ] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let id: Value = serde_json::from_str(id).unwrap();
        let expected = Answer::json(200, result(id, json!({})));
        assert_eq!(post(&server, &[], text).await, expected);
    }
}

#[tokio::test]
async fn brackets_inside_strings_do_not_count_as_levels() {
    let server = start().await;
    let modern = Modern::of(&server);
    for text in ["[".repeat(10_000), "{\\\"[".repeat(10_000), "]".repeat(500)] {
        let answer = modern.call("add", json!({"a": 1, "b": text})).await;
        let text = answer.into_result()["content"][0]["text"].take();
        let text = text.as_str().unwrap();
        assert!(
            text.starts_with("invalid arguments for `add`:\n- `b`: got \""),
            "{text}"
        );
    }
}

#[tokio::test]
async fn unknown_members_may_have_any_json_value() {
    let server = start().await;
    for unknown in [
        r#""\ud800""#,
        "1e400",
        "-0",
        "123456789012345678901234567890",
        r#"{"a":1,"a":2}"#,
        r#""\u0000""#,
    ] {
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","unknown":{unknown},"params":{{"unknown":{unknown}}}}}"#
        );
        let expected = Answer::json(200, result(1, json!({})));
        assert_eq!(post(&server, &[], text).await, expected, "{unknown}");
    }
}

#[tokio::test]
async fn an_event_id_that_overflows_is_harmless() {
    let slow = tool("slow", |ctx, _| async move {
        ctx.progress(1.0, None).await;
        Ok(ToolOutput::text("done"))
    });
    let server = TestServer::start(new_server().tools([slow])).await;
    let session = Session::open(&server).await;
    let params = json!({"name": "slow", "_meta": {"progressToken": 1}});
    let mut events = session.stream(1, "tools/call", params).await;
    let first = events.next().await.unwrap().id.unwrap();
    let (stream, _) = first.split_once('-').unwrap();
    for event in ["18446744073709551615", "18446744073709551616", "-1", "x"] {
        drop(session.resume(&format!("{stream}-{event}")).await);
    }
    let answer = session.ask(2, "ping", json!({})).await;
    assert_eq!(answer, Answer::json(200, result(2, json!({}))));
}
