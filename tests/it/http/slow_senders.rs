//! Senders that take their time, and senders that never finish.

use std::time::Duration;

use serde_json::json;
use toolwright::{tools, transport::HttpOptions};

use crate::{
    fixtures::{add, legacy_sum, sum},
    harness::{Answer, Modern, Raw, TestServer, new_server, result},
};

const MODERN: &str =
    "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: add\r\n";

async fn start(configure: impl FnOnce(&mut HttpOptions)) -> TestServer {
    TestServer::with(new_server().tools(tools![add]), configure).await
}

fn impatient(options: &mut HttpOptions) {
    options.body_timeout = Duration::from_millis(300);
}

fn params() -> serde_json::Value {
    json!({"name": "add", "arguments": {"a": 1, "b": 2}})
}

fn older() -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params()}).to_string()
}

fn timed_out() -> Answer {
    Answer::text(408, "timed out while reading the body\n")
}

/// Sends every byte by itself.
async fn trickle(raw: &mut Raw, text: &str) {
    for byte in text.bytes() {
        raw.send([byte]).await;
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_request_sent_byte_by_byte_is_answered() {
    let server = start(|_| {}).await;
    let modern = Modern::of(&server).body("tools/call", params()).to_string();
    for (further, body, expected) in [
        (MODERN, modern, result(1, sum(3))),
        ("", older(), result(1, legacy_sum(3))),
    ] {
        let mut raw = Raw::connect(&server).await;
        let request = raw.request(further, &body);
        // Twice, so that the connection is seen to be in order after the first.
        for _ in 0..2 {
            trickle(&mut raw, &request).await;
            assert_eq!(raw.answer().await, Answer::json(200, expected.clone()));
        }
    }
}

#[tokio::test]
async fn a_body_in_one_byte_chunks_is_answered() {
    let server = start(|_| {}).await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Transfer-Encoding: chunked\r\n");
    trickle(&mut raw, &head).await;
    for byte in older().chars() {
        raw.send(format!("1\r\n{byte}\r\n")).await;
    }
    raw.send("0\r\n\r\n").await;
    let expected = Answer::json(200, result(1, legacy_sum(3)));
    assert_eq!(raw.answer().await, expected);
}

#[tokio::test]
async fn a_stalled_body_times_out_and_closes_the_connection() {
    let server = start(impatient).await;
    for further in ["Content-Length: 100\r\n", "Transfer-Encoding: chunked\r\n"] {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head(further);
        raw.send(head).await;
        assert_eq!(raw.answer().await, timed_out(), "{further}");
        assert_eq!(raw.end().await, "", "{further}");
    }
}

#[tokio::test]
async fn a_body_that_trickles_forever_times_out() {
    let server = start(impatient).await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 1000000\r\n");
    raw.send(head).await;
    while !raw.says_more_within(Duration::from_millis(20)).await {
        raw.send(" ").await;
    }
    assert_eq!(raw.answer().await, timed_out());
}

#[tokio::test]
async fn the_rest_of_a_timed_out_body_is_not_a_request() {
    let server = start(impatient).await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 1000\r\n");
    raw.send(head).await;
    assert_eq!(raw.answer().await, timed_out());
    let late = raw.request("", &older());
    raw.send(late).await;
    assert_eq!(raw.end().await, "");
}

#[tokio::test]
async fn stalled_senders_do_not_delay_others() {
    let server = start(|_| {}).await;
    let mut stalled = Vec::new();
    for further in ["Content-Length: 100\r\n", "Content-Length"].repeat(100) {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head(further);
        raw.send(head.trim_end()).await;
        stalled.push(raw);
    }
    let modern = Modern::of(&server);
    for _ in 0..10 {
        let answer = modern.call("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(answer, Answer::json(200, result(1, sum(3))));
    }
}

#[tokio::test]
async fn a_client_that_closes_early_frees_its_connection() {
    let server = start(|options| {
        options.max_connections = 2;
        options.body_timeout = Duration::from_secs(3600);
    })
    .await;
    let pieces = [
        ("Content-Length: 100\r\n", "{"),
        ("Transfer-Encoding: chunked\r\n", "5\r\n{"),
        ("Transfer-Encoding: chunked\r\n", ""),
    ];
    for (further, body) in pieces.repeat(10) {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head(further);
        raw.send(format!("{head}{body}")).await;
    }
    for _ in 0..10 {
        Raw::connect(&server).await.send("POST /mcp HT").await;
    }
    let answer = Modern::of(&server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    assert_eq!(answer, Answer::json(200, result(1, sum(3))));
}
