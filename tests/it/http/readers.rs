//! Clients that stop reading.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use toolwright::{ToolOutput, prelude::*};

use crate::{
    fixtures::{add, legacy_sum, sum},
    harness::{
        Answer, DropFlag, Modern, Raw, Session, TestServer, new_server, result, tool, until,
    },
};

/// More than the system and the server keep for a reader.
const MAX: usize = 2000;

/// A tool that reports without end, and counts.
struct Chatter {
    reports: Arc<AtomicUsize>,
    dropped: DropFlag,
}

impl Chatter {
    fn new() -> Self {
        Self {
            reports: Arc::default(),
            dropped: DropFlag::default(),
        }
    }

    async fn start(&self) -> TestServer {
        let (reports, dropped) = (Arc::clone(&self.reports), self.dropped.clone());
        let chatter = tool("chatter", move |ctx, _| {
            let (reports, guard) = (Arc::clone(&reports), dropped.guard());
            async move {
                let _guard = guard;
                for number in 1..=MAX {
                    ctx.progress_with(number as f64, None, "x".repeat(64 * 1024))
                        .await;
                    reports.store(number, Ordering::SeqCst);
                }
                Ok(ToolOutput::text("done"))
            }
        });
        TestServer::start(new_server().tools([chatter]).tools(tools![add])).await
    }

    /// Waits until the tool waits for its reader.
    async fn stalls(&self) {
        // On a busy machine a report takes a while.
        let (mut last, mut since) = (0, Instant::now());
        until(|| {
            let now = self.reports.load(Ordering::SeqCst);
            if now != last {
                (last, since) = (now, Instant::now());
            }
            now > 0 && since.elapsed() > Duration::from_secs(2)
        })
        .await;
        assert!(
            self.reports.load(Ordering::SeqCst) < MAX,
            "it waits for nobody"
        );
    }
}

/// A raw request whose answer is read no further than its head.
async fn stall(server: &TestServer, headers: &str, body: &Value) -> Raw {
    let mut raw = Raw::connect(server).await;
    raw.post(headers, &body.to_string()).await;
    let head = raw.through("\r\n\r\n").await;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    raw
}

#[tokio::test]
async fn a_client_that_stops_reading_delays_only_its_own_call() {
    let chatter = Chatter::new();
    let server = chatter.start().await;
    let modern = Modern::of(&server);
    let body = modern
        .clone()
        .meta("progressToken", json!(1))
        .body("tools/call", json!({"name": "chatter"}));
    let headers =
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: chatter\r\n";
    let raw = stall(&server, headers, &body).await;
    chatter.stalls().await;
    for _ in 0..20 {
        let answer = modern.call("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(answer, Answer::json(200, result(1, sum(3))));
    }
    drop(raw);
    until(|| chatter.dropped.count() == 1).await;
    assert!(chatter.reports.load(Ordering::SeqCst) < MAX);
}

#[tokio::test]
async fn a_session_with_a_stalled_stream_gets_its_other_answers() {
    let chatter = Chatter::new();
    let server = chatter.start().await;
    let session = Session::open(&server).await;
    let body = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "chatter", "_meta": {"progressToken": 1}},
    });
    let header = format!("Mcp-Session-Id: {}\r\n", session.id());
    let raw = stall(&server, &header, &body).await;
    chatter.stalls().await;
    for id in 2..10 {
        let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
        let answer = session.ask(id, "tools/call", params).await;
        assert_eq!(answer, Answer::json(200, result(id, legacy_sum(3))));
    }
    assert_eq!(session.delete().await, Answer::text(204, ""));
    until(|| chatter.dropped.count() == 1).await;
    drop(raw);
}

#[tokio::test]
async fn a_disconnected_session_does_not_block_its_call() {
    let chatter = Chatter::new();
    let server = chatter.start().await;
    let session = Session::open(&server).await;
    let params = json!({"name": "chatter", "_meta": {"progressToken": 1}});
    let mut events = session.stream(1, "tools/call", params).await;
    events.message().await;
    drop(events);
    until(|| chatter.dropped.count() == 1).await;
    assert_eq!(chatter.reports.load(Ordering::SeqCst), MAX);
}
