//! Batches, which only 2025-03-26 has.

use serde_json::{Value, json};
use toolwright::tools;

use crate::{
    fixtures::{add, legacy_sum},
    harness::{Answer, Body, Session, TestServer, error, new_server, post, result},
};

async fn start() -> TestServer {
    TestServer::start(new_server().tools(tools![add])).await
}

fn batch() -> Value {
    json!([
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 1, "b": 2}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "no/such"},
        {"jsonrpc": "2.0", "id": 3},
        {"jsonrpc": "2.0", "id": "four", "method": "ping"},
    ])
}

fn answers() -> Value {
    json!([
        result(1, legacy_sum(3)),
        error(2, -32601, "unknown method `no/such`"),
        error(
            3,
            -32600,
            "a message must have a `method`, a `result` or an `error`"
        ),
        result("four", json!({})),
    ])
}

#[tokio::test]
async fn a_batch_is_answered_with_an_array_in_order() {
    let server = start().await;
    let session = Session::of(&server, "2025-03-26", json!({})).await;
    assert_eq!(session.post(&batch()).await, Answer::json(200, answers()));
}

#[tokio::test]
async fn a_batch_needs_no_session() {
    let server = start().await;
    let expected = Answer::json(200, answers());
    assert_eq!(post(&server, &[], batch().to_string()).await, expected);
    let header = [("mcp-protocol-version", "2025-03-26")];
    assert_eq!(post(&server, &header, batch().to_string()).await, expected);
}

#[tokio::test]
async fn a_batch_of_notifications_is_accepted() {
    let server = start().await;
    let session = Session::of(&server, "2025-03-26", json!({})).await;
    let notifications = json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]);
    assert_eq!(session.post(&notifications).await, Answer::text(202, ""));
}

#[tokio::test]
async fn batches_are_refused_in_other_revisions() {
    let server = start().await;
    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let session = Session::of(&server, revision, json!({})).await;
        let message = format!("{revision} does not support batches: send one message at a time");
        let expected = json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": message}});
        assert_eq!(session.post(&batch()).await, Answer::json(400, expected));
    }
    let header = [("mcp-protocol-version", "2026-07-28")];
    let expected = json!({
        "jsonrpc": "2.0",
        "error": {"code": -32600, "message": "2026-07-28 does not support batches: send one message at a time"},
    });
    assert_eq!(
        post(&server, &header, batch().to_string()).await,
        Answer::json(400, expected)
    );
}

#[tokio::test]
async fn an_empty_batch_is_refused() {
    let server = start().await;
    let expected = json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": "a batch must not be empty"}});
    assert_eq!(post(&server, &[], "[]").await, Answer::json(400, expected));
}

#[tokio::test]
async fn an_array_inside_a_batch_is_refused() {
    let server = start().await;
    let batch = json!([["2.0", 1, "ping", null, null, null], [], 1]);
    let Body::Json(answers) = post(&server, &[], batch.to_string()).await.body else {
        panic!("not JSON");
    };
    for answer in answers.as_array().unwrap() {
        assert_eq!(answer["error"]["code"], -32600);
        assert_eq!(answer.get("id"), None);
    }
    assert_eq!(answers.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_batch_over_the_limit_is_refused() {
    let server = start().await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let batch = |count: usize| Value::from(vec![ping.clone(); count]).to_string();
    let pongs = Value::from(vec![result(1, json!({})); 100]);
    assert_eq!(
        post(&server, &[], batch(100)).await,
        Answer::json(200, pongs)
    );
    let why = "a batch has at most 100 messages";
    let refused = Answer::json(
        400,
        json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": why}}),
    );
    assert_eq!(post(&server, &[], batch(101)).await, refused);
    let many = format!("[{}1]", "1,".repeat(2_000_000));
    assert_eq!(post(&server, &[], many).await, refused);
}
