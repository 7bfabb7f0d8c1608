//! An attacker wants to keep everybody else out by holding all connections.

use std::time::Duration;

use serde_json::json;
use toolwright::{ToolOutput, tools};

use crate::{
    fixtures::{add, sum},
    harness::{
        Answer, Gate, Modern, Raw, Session, TestServer, get, new_server, result, soon, tool,
    },
};

/// How many connections the server has.
const CONNECTIONS: usize = 16;

async fn start(gate: &Gate) -> TestServer {
    let gate = gate.clone();
    let slow = tool("slow", move |_, _| {
        let gate = gate.clone();
        async move {
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    TestServer::with(new_server().tools([slow]).tools(tools![add]), |options| {
        options.max_connections = CONNECTIONS;
    })
    .await
}

async fn others_are_served(server: &TestServer) {
    assert_eq!(get(server, "/healthz").await, Answer::text(200, "ok\n"));
    let answer = Modern::of(server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    assert_eq!(answer, Answer::json(200, result(1, sum(3))));
}

fn too_busy() -> Answer {
    Answer::text(503, "too many connections: try again later\n")
}

/// Waits until a connection has a place.
async fn until_not_busy(server: &TestServer) {
    soon(async {
        let client = Modern::of(server);
        while client.call("add", json!({"a": 1, "b": 2})).await == too_busy() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// The headers of a call to a tool.
fn call_headers(name: &str) -> String {
    format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {name}\r\n")
}

#[tokio::test]
async fn by_opening_the_stream_of_a_session_many_times() {
    let server = start(&Gate::shut()).await;
    let session = Session::open(&server).await;
    let mut streams = Vec::new();
    for _ in 0..2 * CONNECTIONS {
        streams.push(session.listen().await);
    }
    let newest = streams.pop().unwrap();
    for stream in streams {
        assert!(stream.rest().await.is_empty());
    }
    others_are_served(&server).await;
    drop(newest);
}

#[tokio::test]
async fn by_keeping_the_connection_of_a_stream_that_was_replaced() {
    let server = start(&Gate::shut()).await;
    let session = Session::open(&server).await;
    let mut first = Raw::connect(&server).await;
    let head = format!(
        "GET /mcp HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\nMcp-Session-Id: {}\r\n\r\n",
        server.address(),
        session.id()
    );
    first.send(head).await;
    first.through("\r\n\r\n").await;
    let _second = session.listen().await;
    assert!(first.end().await.ends_with("0\r\n\r\n"));
}

#[tokio::test]
async fn by_opening_the_streams_of_many_sessions() {
    let server = start(&Gate::shut()).await;
    let mut streams = Vec::new();
    for _ in 0..2 * CONNECTIONS {
        streams.push(Session::open(&server).await.listen().await);
    }
    others_are_served(&server).await;
    let replaced = streams.drain(..CONNECTIONS + CONNECTIONS / 2);
    for stream in replaced {
        assert!(stream.rest().await.is_empty());
    }
}

#[tokio::test]
async fn by_listening_without_a_session() {
    let server = start(&Gate::shut()).await;
    let client = Modern::of(&server);
    let mut streams = Vec::new();
    for _ in 0..2 * CONNECTIONS {
        let params = json!({"notifications": {"toolsListChanged": true}});
        streams.push(client.stream("subscriptions/listen", params).await);
    }
    others_are_served(&server).await;
    // The acknowledgement and the end of the subscription.
    assert_eq!(streams.swap_remove(0).rest().await.len(), 2);
}

#[tokio::test]
async fn by_connections_that_send_nothing() {
    let server = start(&Gate::shut()).await;
    let mut silent = Vec::new();
    for _ in 0..10 * CONNECTIONS {
        silent.push(Raw::connect(&server).await);
    }
    others_are_served(&server).await;
}

#[tokio::test]
async fn by_calls_that_take_long() {
    let gate = Gate::shut();
    let server = start(&gate).await;
    let mut calls = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut raw = Raw::connect(&server).await;
        let body = Modern::of(&server).body("tools/call", json!({"name": "slow"}));
        raw.post(&call_headers("slow"), body.to_string()).await;
        gate.arrival().await;
        calls.push(raw);
    }
    // Operators still see the server, and others are told that it is busy.
    assert_eq!(get(&server, "/healthz").await, Answer::text(200, "ok\n"));
    let busy = Modern::of(&server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    assert_eq!(busy, too_busy());
    gate.open();
    soon(calls[0].answer()).await;
    drop(calls);
    until_not_busy(&server).await;
    others_are_served(&server).await;
}

#[tokio::test]
async fn by_a_stream_that_is_not_read() {
    let chatter = tool("chatter", |ctx, _| async move {
        loop {
            ctx.progress_with(1.0, None, "x".repeat(64 * 1024)).await;
        }
    });
    let server = new_server().tools([chatter]).tools(tools![add]);
    let server = TestServer::with(server, |options| {
        options.max_connections = 1;
        options.head_timeout = Duration::from_millis(30);
    })
    .await;
    let body = Modern::of(&server)
        .meta("progressToken", json!(1))
        .body("tools/call", json!({"name": "chatter"}));
    let mut raw = Raw::connect(&server).await;
    raw.post(&call_headers("chatter"), body.to_string()).await;
    raw.through("\r\n\r\n").await;
    until_not_busy(&server).await;
    others_are_served(&server).await;
    drop(raw);
}
