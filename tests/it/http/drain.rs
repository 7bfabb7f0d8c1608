//! Stopping: what runs may finish, what is new is refused.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::net::TcpStream;
use toolwright::{Tool, ToolOutput};

use crate::{
    fixtures::said,
    harness::{
        Answer, DropFlag, Gate, Modern, Raw, Session, TestServer, complete, error, new_server,
        result, soon, tool, until,
    },
};

fn wait(gate: &Gate, dropped: &DropFlag) -> Arc<dyn Tool> {
    let (gate, dropped) = (gate.clone(), dropped.clone());
    tool("wait", move |_, _| {
        let (gate, guard) = (gate.clone(), dropped.guard());
        async move {
            let _guard = guard;
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    })
}

async fn start(gate: &Gate) -> TestServer {
    TestServer::start(new_server().tools([wait(gate, &DropFlag::default())])).await
}

/// Waits until the server accepts no connections.
async fn closed(server: &TestServer) {
    soon(async {
        while TcpStream::connect(server.address()).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_running_call_finishes_while_connections_are_refused() {
    let gate = Gate::shut();
    let mut server = start(&gate).await;
    let modern = Modern::of(&server);
    let session = Session::open(&server).await;
    let one = tokio::spawn(async move { modern.call("wait", json!({})).await });
    gate.arrival().await;
    let other =
        tokio::spawn(async move { session.ask(2, "tools/call", json!({"name": "wait"})).await });
    gate.arrival().await;
    server.drain();
    closed(&server).await;
    gate.open();
    gate.open();
    let expected = Answer::json(200, result(1, complete(said("done"))));
    assert_eq!(soon(one).await.unwrap(), expected);
    assert_eq!(
        soon(other).await.unwrap(),
        Answer::json(200, result(2, said("done")))
    );
    server.end().await.unwrap();
}

#[tokio::test]
async fn a_request_during_shutdown_is_refused() {
    let gate = Gate::shut();
    let mut server = start(&gate).await;
    let body = Modern::of(&server)
        .body("tools/list", json!({}))
        .to_string();
    let mut raw = Raw::connect(&server).await;
    let length = body.len();
    let head = raw.head(&format!(
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\nContent-Length: {length}\r\n\
         Expect: 100-continue\r\n"
    ));
    raw.send(head).await;
    // From here on the server is within the request.
    assert_eq!(
        raw.through("\r\n\r\n").await,
        "HTTP/1.1 100 Continue\r\n\r\n"
    );
    server.drain();
    closed(&server).await;
    raw.send(body).await;
    let expected = error(1, -32000, "the server is shutting down");
    assert_eq!(raw.answer().await, Answer::json(503, expected));
    assert_eq!(raw.end().await, "");
    server.end().await.unwrap();
}

#[tokio::test]
async fn an_idle_connection_is_closed_on_shutdown() {
    let mut server = start(&Gate::shut()).await;
    let mut raw = Raw::connect(&server).await;
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    raw.post("", &ping.to_string()).await;
    assert_eq!(raw.answer().await, Answer::json(200, result(1, json!({}))));
    server.drain();
    assert_eq!(raw.end().await, "");
    server.end().await.unwrap();
}

#[tokio::test]
async fn a_listening_stream_ends_with_a_result_on_shutdown() {
    let mut server = start(&Gate::shut()).await;
    let params = json!({"notifications": {"toolsListChanged": true}});
    let mut listening = Modern::of(&server)
        .stream("subscriptions/listen", params)
        .await;
    listening.message().await;
    server.drain();
    let mut ended: Value = complete(json!({}));
    ended["_meta"]["io.modelcontextprotocol/subscriptionId"] = json!(1);
    assert_eq!(listening.rest().await, [result(1, ended)]);
    server.end().await.unwrap();
}

#[tokio::test]
async fn the_stream_of_a_session_ends_on_shutdown() {
    let mut server = start(&Gate::shut()).await;
    let session = Session::open(&server).await;
    let events = session.listen().await;
    server.drain();
    assert_eq!(events.rest().await, Vec::<Value>::new());
    server.end().await.unwrap();
}

#[tokio::test]
async fn a_call_that_exceeds_the_drain_time_is_stopped() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let mut server = TestServer::with(new_server().tools([wait(&gate, &dropped)]), |options| {
        options.drain = Duration::from_millis(100);
    })
    .await;
    let modern = Modern::of(&server);
    let call = tokio::spawn(async move {
        modern
            .request("tools/call", json!({"name": "wait"}))
            .send()
            .await
    });
    gate.arrival().await;
    server.drain();
    server.end().await.unwrap();
    until(|| dropped.count() == 1).await;
    assert!(soon(call).await.unwrap().is_err());
}
