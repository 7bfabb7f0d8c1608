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
    Answer::text(413, "the body exceeds the limit of 1000 bytes\n")
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

/// A request of exactly this many bytes.
fn ping_of(length: usize) -> String {
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    format!("{ping:<length$}")
}

fn pong() -> Answer {
    Answer::json(200, result(1, json!({})))
}

/// A body in chunks of this size.
fn chunked(body: &str, size: usize) -> String {
    let pieces = body.as_bytes().chunks(size).map(|piece| {
        let text = std::str::from_utf8(piece).unwrap();
        format!("{:x}\r\n{text}\r\n", piece.len())
    });
    pieces.chain(["0\r\n\r\n".to_owned()]).collect()
}

#[tokio::test]
async fn the_size_limit_of_a_body_is_exact() {
    let server = start().await;
    for (length, expected) in [(LIMIT, pong()), (LIMIT + 1, too_large())] {
        let mut raw = Raw::connect(&server).await;
        raw.post("", ping_of(length)).await;
        assert_eq!(raw.answer().await, expected);
    }
}

#[tokio::test]
async fn the_size_limit_of_a_chunked_body_is_exact() {
    let server = start().await;
    for size in [1, 7, LIMIT - 1, LIMIT, LIMIT + 1] {
        for (length, expected) in [(LIMIT, pong()), (LIMIT + 1, too_large())] {
            let mut raw = Raw::connect(&server).await;
            let head = raw.head("Transfer-Encoding: chunked\r\n");
            raw.send(head + &chunked(&ping_of(length), size)).await;
            assert_eq!(raw.answer().await, expected, "{length} in chunks of {size}");
        }
    }
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn an_invalid_chunk_is_refused() {
    let server = start().await;
    for chunk in [
        "zz\r\n{}\r\n",
        "-1\r\n\r\n",
        "fffffffffffffffff\r\n{}\r\n",
        "2\r\n{}xx0\r\n\r\n",
    ] {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head("Transfer-Encoding: chunked\r\n");
        raw.send(head + chunk).await;
        let expected = Answer::text(400, "the body is incomplete\n");
        assert_eq!(raw.answer().await, expected, "{chunk}");
        assert_eq!(raw.end().await, "", "{chunk}");
    }
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn expect_continue_is_answered_unless_the_body_is_too_large() {
    let server = start().await;
    let ping = ping_of(100);
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 100\r\nExpect: 100-continue\r\n");
    raw.send(head).await;
    assert_eq!(
        raw.through("\r\n\r\n").await,
        "HTTP/1.1 100 Continue\r\n\r\n"
    );
    raw.send(&ping).await;
    assert_eq!(raw.answer().await, pong());
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 1001\r\nExpect: 100-continue\r\n");
    raw.send(head).await;
    assert_eq!(raw.answer().await, too_large());
}

#[tokio::test]
async fn a_connection_goes_on_after_a_refusal_that_came_before_the_body() {
    let server = start().await;
    let ping = ping_of(100);
    for path in ["/mcp", "/no/such/page"] {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head("Content-Length: 100\r\nOrigin: https://evil.test\r\n");
        raw.send(head.replace("/mcp", path)).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        raw.send(&ping).await;
        let refused = raw.answer().await.status;
        assert!([403, 404].contains(&refused), "{path}: {refused}");
        raw.post("", &ping).await;
        assert_eq!(raw.answer().await, pong(), "{path}");
    }
}

#[tokio::test]
async fn a_refusal_before_a_long_or_slow_body_says_that_the_connection_ends() {
    let server = start().await;
    for length in ["100", "100000", "100\r\nExpect: 100-continue"] {
        let mut raw = Raw::connect(&server).await;
        let further = format!("Content-Length: {length}\r\nOrigin: https://evil.test\r\n");
        let head = raw.head(&further);
        raw.send(head).await;
        let said = raw.end().await;
        assert!(said.starts_with("HTTP/1.1 403"), "{length}: {said}");
        assert!(said.contains("connection: close"), "{length}: {said}");
    }
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn two_content_lengths_do_not_smuggle_a_request() {
    let server = start().await;
    let ping = ping_of(100);
    let hidden = |raw: &Raw| raw.request("", "{}").replace("/mcp", "/hidden");
    for further in [
        "Content-Length: 100\r\nContent-Length: 101\r\n",
        "Content-Length: 100, 101\r\n",
        "Content-Length: +100\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked, gzip\r\n",
    ] {
        let mut raw = Raw::connect(&server).await;
        let all = raw.head(further) + &ping + &hidden(&raw);
        raw.send(all).await;
        let said = raw.end().await;
        assert!(
            said.starts_with("HTTP/1.1 400 Bad Request\r\n"),
            "{further}: {said}"
        );
        assert_eq!(said.matches("HTTP/1.1").count(), 1, "{further}: {said}");
    }
    // The chunks count, and what the other length would have cut off is not another request.
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n");
    raw.send(head + &chunked(&ping, 50)).await;
    assert_eq!(raw.answer().await, pong());
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn an_endless_chunked_body_is_refused_at_the_limit() {
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
async fn a_declared_length_over_the_limit_is_refused_at_once() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 1000000\r\n");
    raw.send(head).await;
    assert_eq!(raw.answer().await, too_large());
}

#[tokio::test]
async fn bytes_after_the_declared_length_are_not_a_request() {
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
async fn a_body_that_takes_too_long_times_out() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    let head = raw.head("Content-Length: 100\r\n");
    raw.send(format!("{head}{{")).await;
    let expected = Answer::text(408, "timed out while reading the body\n");
    assert_eq!(raw.answer().await, expected);
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn a_client_that_disconnects_within_its_body_is_harmless() {
    let server = start().await;
    for _ in 0..50 {
        let mut raw = Raw::connect(&server).await;
        let head = raw.head("Content-Length: 100\r\n");
        raw.send(format!("{head}{{")).await;
    }
    assert_goes_on(&server).await;
}
