//! Bodies that are too large, too slow, or not what their head says.

use std::time::Duration;

use serde_json::{Value, json};
use toolwright::tools;

use crate::{
    fixtures::{add, sum},
    harness::{Answer, Modern, Raw, TestServer, new_server, result},
};

const LIMIT: usize = 1000;

async fn start() -> TestServer {
    TestServer::with(new_server().tools(tools![add]), |options| {
        options.max_body = LIMIT;
        options.body_timeout = Duration::from_millis(300);
    })
    .await
}

fn too_large() -> Answer {
    Answer::text(413, "the body is over the limit of 1000 bytes\n")
}

/// The server still does its work.
async fn assert_goes_on(server: &TestServer) {
    let answer = Modern::of(server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    assert_eq!(answer, Answer::json(200, result(1, sum(3))));
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    raw.post("", &" ".repeat(LIMIT + 1)).await;
    assert_eq!(raw.answer().await, too_large());
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn a_body_at_the_limit_is_read() {
    let server = start().await;
    let mut ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    ping.push_str(&" ".repeat(LIMIT - ping.len()));
    let mut raw = Raw::connect(&server).await;
    raw.post("", &ping).await;
    assert_eq!(raw.answer().await, Answer::json(200, result(1, json!({}))));
}

#[tokio::test]
async fn a_chunked_body_over_the_limit_is_refused() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Transfer-Encoding: chunked\r\n");
    raw.send(head).await;
    for _ in 0..11 {
        raw.send(format!("64\r\n{}\r\n", " ".repeat(100))).await;
    }
    assert_eq!(raw.answer().await, too_large());
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn a_body_that_says_it_is_over_the_limit_is_refused_before_it_comes() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 1000000\r\n");
    raw.send(head).await;
    assert_eq!(raw.answer().await, too_large());
}

#[tokio::test]
async fn a_body_longer_than_it_says_is_cut_there_and_the_rest_is_no_request() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 10\r\n");
    raw.send(format!("{head}{}", Value::from("x".repeat(100))))
        .await;
    assert_eq!(raw.answer().await.refusal(), (400, Some(-32700)));
    let rest = raw.end().await;
    assert!(rest.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{rest}");
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn a_body_that_takes_too_long_is_given_up() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 100\r\n");
    raw.send(format!("{head}{{")).await;
    let expected = Answer::text(408, "the body took too long to arrive\n");
    assert_eq!(raw.answer().await, expected);
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn a_client_that_vanishes_within_its_body_harms_nobody() {
    let server = start().await;
    for _ in 0..50 {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head("Content-Length: 100\r\n");
        raw.send(format!("{head}{{")).await;
    }
    assert_goes_on(&server).await;
}
