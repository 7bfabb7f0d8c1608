//! The stream of a session beside its requests: nothing is told twice, nothing is lost, and it ends with the session.

use std::time::Duration;

use serde_json::{Value, json};
use toolwright::{ToolDef, ToolOutput, catalog::Change};

use crate::harness::{Session, TestServer, defined_tool, new_server};

fn tools_changed() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}})
}

#[tokio::test]
async fn changes_before_the_stream_opened_are_sent_on_it() {
    let server = TestServer::start(new_server()).await;
    let session = Session::open(&server).await;
    server.catalog().announce(Change::Tools);
    let mut events = session.listen().await;
    assert_eq!(events.message().await, tools_changed());
}

#[tokio::test]
async fn of_two_streams_only_the_newer_gets_changes() {
    let server = TestServer::start(new_server()).await;
    let session = Session::open(&server).await;
    let older = session.listen().await;
    let mut newer = session.listen().await;
    server.catalog().announce(Change::Tools);
    assert_eq!(newer.message().await, tools_changed());
    session.delete().await;
    assert_eq!(older.rest().await, Vec::<Value>::new());
}

#[tokio::test]
async fn the_stream_ends_with_its_session() {
    let server = TestServer::start(new_server()).await;
    let session = Session::open(&server).await;
    let events = session.listen().await;
    assert_eq!(session.delete().await.status, 204);
    assert_eq!(events.rest().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_question_of_an_ended_call_is_cancelled() {
    let definition = ToolDef::new("rush", "Ask, and not wait for the answer.");
    let rush = defined_tool(definition, |ctx, _| async move {
        tokio::select! {
            _ = ctx.confirm("Quick?") => {}
            () = tokio::time::sleep(Duration::from_millis(50)) => {}
        }
        Ok(ToolOutput::text("never mind"))
    });
    let server = TestServer::start(new_server().tools([rush])).await;
    let session = Session::of(&server, "2025-11-25", json!({"elicitation": {}})).await;
    let mut events = session
        .stream(1, "tools/call", json!({"name": "rush"}))
        .await;
    let question = events.message().await;
    let told = events.rest().await;
    let taken_back = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": question["id"], "reason": "the call has ended"},
    });
    assert!(told.contains(&taken_back), "{told:?}");
}
