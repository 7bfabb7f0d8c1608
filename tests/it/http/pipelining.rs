//! Requests that are sent before the answers to earlier ones have come: answered one by one, in their order.

use std::time::Duration;

use serde_json::json;
use toolwright::{ToolOutput, tools};

use crate::{
    fixtures::{add, legacy_sum, said, sum},
    harness::{Answer, Gate, Modern, Raw, TestServer, new_server, result, tool},
};

const MODERN: &str =
    "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: add\r\n";

async fn start(gate: &Gate) -> TestServer {
    let gate = gate.clone();
    let slow = tool("slow", move |_, _| {
        let gate = gate.clone();
        async move {
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    TestServer::start(new_server().tools([slow]).tools(tools![add])).await
}

fn ping(id: i64) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string()
}

fn call(id: i64, name: &str) -> String {
    let params = json!({"name": name, "arguments": {"a": id, "b": 1}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

fn pong(id: i64) -> Answer {
    Answer::json(200, result(id, json!({})))
}

/// These bodies as one piece of bytes.
fn requests(raw: &Raw, bodies: &[String]) -> String {
    bodies.iter().map(|body| raw.request("", body)).collect()
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let server = start(&Gate::shut()).await;
    let mut raw = Raw::connect(&server).await;
    let mut all = String::new();
    for id in 0..100 {
        let body = if id % 2 == 0 {
            ping(id)
        } else {
            call(id, "add")
        };
        all.push_str(&raw.request("", &body));
    }
    raw.send(all).await;
    for id in 0..100 {
        let expected = if id % 2 == 0 {
            pong(id)
        } else {
            Answer::json(200, result(id, legacy_sum(id + 1)))
        };
        assert_eq!(raw.answer().await, expected);
    }
}

#[tokio::test]
async fn both_eras_may_share_a_connection() {
    let server = start(&Gate::shut()).await;
    let mut raw = Raw::connect(&server).await;
    let modern = Modern::of(&server).body(
        "tools/call",
        json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
    );
    let modern = raw.request(MODERN, &modern.to_string());
    let older = raw.request("", &call(5, "add"));
    raw.send(format!("{modern}{older}{modern}")).await;
    assert_eq!(raw.answer().await, Answer::json(200, result(1, sum(3))));
    assert_eq!(
        raw.answer().await,
        Answer::json(200, result(5, legacy_sum(6)))
    );
    assert_eq!(raw.answer().await, Answer::json(200, result(1, sum(3))));
}

#[tokio::test]
async fn a_slow_request_is_answered_before_those_behind_it() {
    let gate = Gate::shut();
    let server = start(&gate).await;
    let mut raw = Raw::connect(&server).await;
    let all = requests(&raw, &[ping(1), call(2, "slow"), ping(3), call(4, "add")]);
    raw.send(all).await;
    assert_eq!(raw.answer().await, pong(1));
    gate.arrival().await;
    assert!(!raw.says_more_within(Duration::from_millis(200)).await);
    gate.open();
    assert_eq!(
        raw.answer().await,
        Answer::json(200, result(2, said("done")))
    );
    assert_eq!(raw.answer().await, pong(3));
    assert_eq!(
        raw.answer().await,
        Answer::json(200, result(4, legacy_sum(5)))
    );
}

#[tokio::test]
async fn an_invalid_pipelined_message_is_refused_in_order() {
    let server = start(&Gate::shut()).await;
    let mut raw = Raw::connect(&server).await;
    let all = requests(
        &raw,
        &[ping(1), "{".into(), ping(2), String::new(), ping(3)],
    );
    raw.send(all).await;
    for answer in [pong(1), pong(2), pong(3)] {
        assert_eq!(raw.answer().await, answer);
        if answer != pong(3) {
            assert_eq!(raw.answer().await.refusal(), (400, Some(-32700)));
        }
    }
}

#[tokio::test]
async fn invalid_http_ends_the_connection_after_earlier_responses() {
    let server = start(&Gate::shut()).await;
    let mut raw = Raw::connect(&server).await;
    let (first, last) = (raw.request("", &ping(1)), raw.request("", &ping(2)));
    raw.send(format!("{first}nonsense\r\n\r\n{last}")).await;
    assert_eq!(raw.answer().await, pong(1));
    let rest = raw.end().await;
    assert!(rest.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{rest}");
    assert_eq!(rest.matches("HTTP/1.1").count(), 1, "{rest}");
}

#[tokio::test]
async fn the_rest_of_a_refused_body_is_not_a_request() {
    let server = TestServer::with(new_server().tools(tools![add]), |options| {
        options.max_body = 1000;
    })
    .await;
    let mut raw = Raw::connect(&server).await;
    let hidden = raw.request("", &ping(666));
    let body = " ".repeat(2000) + &hidden;
    let all = raw.request("", &body) + &raw.request("Connection: close\r\n", &ping(1));
    raw.send(all).await;
    let expected = Answer::text(413, "the body exceeds the limit of 1000 bytes\n");
    assert_eq!(raw.answer().await, expected);
    // A connection whose refused body has come whole goes on with what follows it; another is closed.
    let rest = raw.end().await;
    assert!(
        rest.is_empty() || rest.ends_with(r#""id":1,"result":{}}"#),
        "{rest}"
    );
    assert!(rest.matches("HTTP/1.1").count() < 2, "{rest}");
}
