//! An attacker wants the server to run out of memory. Each attack would take at least 75 MB.

use std::time::Duration;

use reqwest::header::ACCEPT;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::victim::{Victim, request};
use crate::harness::soon;

/// How many megabytes the server may hold on to.
const TOLERATED: usize = 40;

/// A text that just fits into a request.
fn long_text() -> String {
    "x".repeat(3_900_000)
}

/// Starts a server, attacks it, and checks how many megabytes it holds on to.
async fn holds_on_to_little(attack: impl AsyncFnOnce(&Victim)) {
    let victim = Victim::start();
    victim.open_session("a client").await;
    let before = victim.memory();
    attack(&victim).await;
    let after = victim.memory();
    assert!(
        after <= before + TOLERATED,
        "it had {before} MB and has {after} MB"
    );
}

#[tokio::test]
async fn by_subscribing_to_long_uris() {
    holds_on_to_little(async |victim| {
        let session = victim.open_session("a client").await;
        for number in 0..20 {
            let params = json!({"uri": format!("notes://{number}{}", long_text())});
            let message = request("resources/subscribe", params);
            let answer = victim.ask(&session, &message).await;
            assert!(answer.contains("`params.uri` is longer than 2048 bytes"));
        }
    })
    .await;
}

#[tokio::test]
async fn by_subscribing_to_many_uris_in_many_sessions() {
    holds_on_to_little(async |victim| {
        let mut refused = 0;
        for _ in 0..10 {
            let session = victim.open_session("a client").await;
            for number in 0..40 {
                let params = json!({"uri": format!("notes://{number}{}", "x".repeat(2000))});
                let message = request("resources/subscribe", params);
                let answer = victim.ask(&session, &message).await;
                refused += usize::from(answer.contains("too many subscriptions"));
            }
        }
        assert_eq!(refused, 10 * (40 - 29));
    })
    .await;
}

#[tokio::test]
async fn by_having_a_long_name() {
    holds_on_to_little(async |victim| {
        for _ in 0..20 {
            victim.open_session(&long_text()).await;
        }
    })
    .await;
}

#[tokio::test]
async fn by_leaving_before_the_answer() {
    holds_on_to_little(async |victim| {
        for _ in 0..4 {
            let session = victim.open_session("a client").await;
            leave_calls(victim, &session, 40).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    })
    .await;
}

#[tokio::test]
async fn by_leaving_before_the_answer_in_many_sessions() {
    let victim = Victim::start();
    for _ in 0..20 {
        let session = victim.open_session("a client").await;
        leave_slow_calls(&victim, &session, 40, 20_000).await;
    }
    let session = victim.open_session("a client").await;
    let question = request("resources/read", json!({"uri": "running://calls"}));
    let answer: Value = serde_json::from_str(&victim.ask(&session, &question).await).unwrap();
    let running = answer["result"]["contents"][0]["text"].as_str().unwrap();
    // 256 go on, and the last few have not noticed yet that their clients left.
    let running: usize = running.parse().unwrap();
    assert!((200..400).contains(&running), "{running} calls run");
}

/// Makes calls and closes their connections before they are answered.
async fn leave_calls(victim: &Victim, session: &str, calls: usize) {
    leave_slow_calls(victim, session, calls, 500).await;
}

async fn leave_slow_calls(victim: &Victim, session: &str, calls: usize, milliseconds: u64) {
    let mut connections = Vec::new();
    for id in 0..calls {
        let params = json!({"name": "large", "arguments": {"milliseconds": milliseconds}});
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        let head = format!("Mcp-Session-Id: {session}\r\n");
        connections.push(send_raw(victim, "POST", "/mcp", &head, &message).await);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
}

/// Sends a request over a connection of its own, and reads nothing.
async fn send_raw(
    victim: &Victim,
    method: &str,
    path: &str,
    further: &str,
    message: &Value,
) -> TcpStream {
    let body = message.to_string();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{further}Content-Length: {}\r\n\r\n{body}",
        victim.address(),
        body.len()
    );
    let mut connection = soon(TcpStream::connect(victim.address())).await.unwrap();
    soon(connection.write_all(request.as_bytes()))
        .await
        .unwrap();
    connection
}

#[tokio::test]
async fn by_not_reading_the_stream_of_the_older_transport() {
    holds_on_to_little(async |victim| {
        let mut streams = Vec::new();
        for _ in 0..4 {
            let (stream, messages) = open_older_stream(victim).await;
            streams.push(stream);
            for _ in 0..40 {
                let message = request("tools/call", json!({"name": "large", "arguments": {}}));
                let post = victim.http.post(victim.url(&messages));
                let post = post.header("content-type", "application/json");
                let response = soon(post.body(message.to_string()).send()).await.unwrap();
                assert!(matches!(response.status().as_u16(), 202 | 404 | 503));
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    })
    .await;
}

/// Opens a stream of 2024-11-05, and reads no more than the path for messages.
async fn open_older_stream(victim: &Victim) -> (TcpStream, String) {
    let mut stream = send_raw(victim, "GET", "/sse", "", &Value::Null).await;
    let mut read = String::new();
    loop {
        let mut bytes = [0; 512];
        let count = soon(stream.read(&mut bytes)).await.unwrap();
        read.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
        if let Some((_, rest)) = read.split_once("data: ")
            && let Some((path, _)) = rest.split_once('\n')
        {
            return (stream, path.to_owned());
        }
    }
}

#[tokio::test]
async fn by_listening_for_many_uris() {
    holds_on_to_little(async |victim| {
        let mut refused = 0;
        for _ in 0..100 {
            let uris: Vec<_> = (0..2000).map(|at| format!("notes://{at:0>190}")).collect();
            let message = modern_listen(json!({"resourceSubscriptions": uris}));
            let request = victim.post("", &message);
            let request = request
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "subscriptions/listen");
            let response = soon(request.send()).await.unwrap();
            refused += usize::from(response.status().as_u16() == 400);
            // The connection stays open for as long as the process does.
            std::mem::forget(response);
        }
        assert_eq!(refused, 100);
    })
    .await;
}

fn modern_listen(notifications: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "it", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    request(
        "subscriptions/listen",
        json!({"notifications": notifications, "_meta": meta}),
    )
}

#[tokio::test]
async fn by_sending_large_bodies_to_their_last_byte_but_one() {
    holds_on_to_little(async |victim| {
        let body = json!({"text": long_text()}).to_string();
        let mut connections = Vec::new();
        for _ in 0..30 {
            let head = format!(
                "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
                 Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n",
                victim.address(),
                body.len() + 1
            );
            let mut connection = soon(TcpStream::connect(victim.address())).await.unwrap();
            soon(connection.write_all(head.as_bytes())).await.unwrap();
            // The server closes its end when it holds too much.
            let _ = soon(connection.write_all(body.as_bytes())).await;
            connections.push(connection);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    })
    .await;
}

#[tokio::test]
async fn by_sending_long_heads() {
    holds_on_to_little(async |victim| {
        let head = format!(
            "GET /mcp HTTP/1.1\r\nHost: {}\r\n{}: {}\r\n",
            victim.address(),
            ACCEPT,
            "x".repeat(380_000)
        );
        let mut connections = Vec::new();
        for _ in 0..300 {
            let mut connection = soon(TcpStream::connect(victim.address())).await.unwrap();
            let _ = soon(connection.write_all(head.as_bytes())).await;
            connections.push(connection);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    })
    .await;
}

#[tokio::test]
async fn by_opening_and_closing_connections() {
    let victim = Victim::start();
    victim.open_session("a client").await;
    let before = victim.memory();
    for _ in 0..10_000 {
        drop(soon(TcpStream::connect(victim.address())).await.unwrap());
    }
    victim.open_session("a client").await;
    let after = victim.memory();
    assert!(
        after <= before + 12,
        "it had {before} MB and has {after} MB"
    );
}
