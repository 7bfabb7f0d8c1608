//! An attacker wants to fill the disk of the log with small requests.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::json;
use toolwright::{
    BoxFuture, ToolOutput,
    govern::Governance,
    log::{CallLog, Redactor},
};

use crate::harness::{Modern, Session, TestServer, new_server, tool};

/// A log that counts its bytes.
#[derive(Default)]
struct CountingLog {
    records: AtomicUsize,
    bytes: AtomicUsize,
}

impl CallLog for CountingLog {
    fn append(
        &self,
        record: Vec<u8>,
    ) -> BoxFuture<'_, Result<(), Box<dyn std::error::Error + Send + Sync>>> {
        self.post(record);
        Box::pin(std::future::ready(Ok(())))
    }

    fn post(&self, record: Vec<u8>) {
        self.records.fetch_add(1, Ordering::SeqCst);
        self.bytes.fetch_add(record.len(), Ordering::SeqCst);
    }
}

/// Starts a server with one tool. Returns it and its log.
async fn server() -> (TestServer, Arc<CountingLog>) {
    let log = Arc::new(CountingLog::default());
    let governance =
        Governance::new().log(Arc::clone(&log) as Arc<dyn CallLog>, Redactor::default());
    let plain = tool("plain", |_, _| async { Ok(ToolOutput::text("done")) });
    let server = new_server().tools([plain]).govern(governance);
    (TestServer::start(server).await, log)
}

impl CountingLog {
    /// The most bytes of a record of a call with nothing in it.
    const MAX: usize = 10_000;

    fn assert_small(&self, calls: usize) {
        let (records, bytes) = (
            self.records.load(Ordering::SeqCst),
            self.bytes.load(Ordering::SeqCst),
        );
        // The record that a call begins, and the one that it ended.
        assert!(records <= 2 * calls, "{records} records");
        assert!(bytes <= records * Self::MAX, "{bytes} bytes");
    }
}

#[tokio::test]
async fn the_name_of_a_client_does_not_fill_the_log() {
    let (server, log) = server().await;
    let name = "n".repeat(1_000_000);
    let client = Modern::of(&server).meta(
        "io.modelcontextprotocol/clientInfo",
        json!({"name": name, "version": name}),
    );
    client.call("plain", json!({})).await;
    log.assert_small(1);
}

#[tokio::test]
async fn the_name_and_the_arguments_of_an_unknown_tool_do_not_fill_the_log() {
    let (server, log) = server().await;
    let session = Session::open(&server).await;
    let (name, text) = ("n".repeat(1_000_000), "a".repeat(1_000_000));
    let params = json!({"name": name, "arguments": {}});
    session.ask(2, "tools/call", params).await;
    let params = json!({"name": "unknown", "arguments": {"text": text}});
    session.ask(3, "tools/call", params).await;
    assert_eq!(log.records.load(Ordering::SeqCst), 2);
    log.assert_small(2);
}
