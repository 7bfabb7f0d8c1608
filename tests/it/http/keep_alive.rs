//! Signs of life on a silent stream.

use std::time::Duration;

use serde_json::json;
use toolwright::{ToolOutput, catalog::Change, transport::HttpOptions};

use crate::{
    fixtures::said,
    harness::{
        Event, Events, Gate, Modern, Session, TestServer, complete, new_server, result, tool,
    },
};

fn often(options: &mut HttpOptions) {
    options.keep_alive = Duration::from_millis(20);
}

async fn assert_alive(events: &mut Events) {
    let sign = Event {
        comment: Some("keep-alive".into()),
        ..Event::default()
    };
    for _ in 0..3 {
        assert_eq!(events.next().await, Some(sign.clone()));
    }
}

#[tokio::test]
async fn a_silent_session_stream_sends_keep_alives() {
    let server = TestServer::with(new_server(), often).await;
    let session = Session::open(&server).await;
    let mut events = session.listen().await;
    assert_alive(&mut events).await;
    server.catalog().refresh(Change::Tools).unwrap();
    let changed =
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}});
    assert_eq!(events.message().await, changed);
    assert_alive(&mut events).await;
}

#[tokio::test]
async fn a_silent_call_sends_keep_alives() {
    let gate = Gate::shut();
    let door = gate.clone();
    let wait = tool("wait", move |ctx, _| {
        let door = door.clone();
        async move {
            ctx.progress(1.0, None).await;
            door.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = TestServer::with(new_server().tools([wait]), often).await;
    let modern = Modern::of(&server).meta("progressToken", json!(1));
    let mut events = modern.stream("tools/call", json!({"name": "wait"})).await;
    events.message().await;
    assert_alive(&mut events).await;
    gate.open();
    assert_eq!(events.rest().await, [result(1, complete(said("done")))]);
}

#[tokio::test]
async fn a_call_that_reports_nothing_sends_keep_alives() {
    let gate = Gate::shut();
    let door = gate.clone();
    let wait = tool("wait", move |_, _| {
        let door = door.clone();
        async move {
            door.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = TestServer::with(new_server().tools([wait]), often).await;
    let modern = Modern::of(&server);
    let mut events = modern.stream("tools/call", json!({"name": "wait"})).await;
    assert_alive(&mut events).await;
    gate.open();
    assert_eq!(events.rest().await, [result(1, complete(said("done")))]);
}
