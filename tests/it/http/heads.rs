//! Connections that say nothing, or take too long to say it.

use std::time::Duration;

use serde_json::json;
use toolwright::{ToolOutput, tools};

use crate::{
    fixtures::{add, said},
    harness::{Answer, Modern, Raw, Session, TestServer, new_server, result, tool},
};

/// How often the server looks: it closes what is idle for up to twice as long.
const LOOK: Duration = Duration::from_millis(200);

async fn start() -> TestServer {
    start_looking(LOOK).await
}

async fn start_looking(every: Duration) -> TestServer {
    let slow = tool("slow", |_, _| async {
        tokio::time::sleep(LOOK * 4).await;
        Ok(ToolOutput::text("slept"))
    });
    let large = tool("large", |_, _| async {
        Ok(ToolOutput::text("x".repeat(16_000_000)))
    });
    TestServer::with(
        new_server().tools(tools![add]).tools([slow, large]),
        |options| {
            options.head_timeout = every;
            options.keep_alive = Duration::from_secs(60);
        },
    )
    .await
}

fn ping(id: i64) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string()
}

#[tokio::test]
async fn an_endless_head_times_out() {
    let server = start().await;
    let mut trickling = Raw::connect(&server).await;
    trickling.send("POST /mcp HTTP/1.1\r\nHost: ").await;
    for _ in 0..20 {
        trickling.send("x").await;
        tokio::time::sleep(LOOK / 4).await;
    }
    assert_eq!(trickling.end().await, "");
    assert_eq!(Raw::connect(&server).await.end().await, "");
}

#[tokio::test]
async fn a_connection_is_closed_only_when_it_is_idle() {
    let server = start().await;
    let mut raw = Raw::connect(&server).await;
    for id in 0..8 {
        raw.post("", &ping(id)).await;
        assert_eq!(raw.answer().await, Answer::json(200, result(id, json!({}))));
        tokio::time::sleep(LOOK / 2).await;
    }
    assert_eq!(raw.end().await, "");
}

#[tokio::test]
async fn a_long_call_does_not_count_as_idle() {
    let server = start().await;
    let answer = Modern::of(&server).call("slow", json!({})).await;
    assert_eq!(answer.into_result()["content"], said("slept")["content"]);
}

#[tokio::test]
async fn a_silent_stream_does_not_count_as_idle() {
    let server = start().await;
    let session = Session::open(&server).await;
    let mut events = session.listen().await;
    tokio::time::sleep(LOOK * 4).await;
    server
        .catalog()
        .refresh(toolwright::catalog::Change::Tools)
        .unwrap();
    let message = events.message().await;
    assert_eq!(message["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn a_slow_reader_gets_the_whole_response() {
    // The system takes megabytes at a time, so the looks are further apart than the reads.
    let server = start_looking(LOOK * 5).await;
    let mut raw = Raw::connect(&server).await;
    let call =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "large"}});
    raw.post("", &call.to_string()).await;
    raw.through("\r\n\r\n").await;
    let mut length = 0;
    while length < 16_000_000 {
        tokio::time::sleep(LOOK).await;
        let count = raw.skip(1_000_000.min(16_000_000 - length)).await;
        assert!(count > 0, "closed after {length} bytes");
        length += count;
    }
    raw.post("", &ping(2)).await;
    raw.through("\"id\":2").await;
}
