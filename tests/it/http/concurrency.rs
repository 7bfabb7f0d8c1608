//! Calls run side by side.

use std::sync::{Mutex, mpsc};

use serde_json::json;
use toolwright::{ToolOutput, prelude::*};

use crate::{
    fixtures::{add, legacy_sum, said, sum},
    harness::{
        Answer, Gate, Modern, Session, TestServer, complete, new_server, result, soon, tool,
    },
};

/// The signal that a blocked thread waits for.
pub(crate) struct Door(Mutex<mpsc::Receiver<()>>);

impl Door {
    pub(crate) fn shut() -> (Self, mpsc::Sender<()>) {
        let (opener, door) = mpsc::channel();
        (Self(Mutex::new(door)), opener)
    }
}

/// Block a thread until the door opens.
#[tool]
fn block_at_door(door: State<Door>) -> Content {
    door.0.lock().unwrap().recv().unwrap();
    Content::text("through")
}

async fn start(gate: &Gate) -> TestServer {
    let gate = gate.clone();
    let slow = tool("slow", move |_, _| {
        let gate = gate.clone();
        async move {
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    TestServer::start(new_server().tools([slow]).tools(tools![add])).await
}

#[tokio::test]
async fn a_slow_request_does_not_delay_a_fast_one() {
    let gate = Gate::shut();
    let server = start(&gate).await;
    let modern = Modern::of(&server);
    let slow = tokio::spawn({
        let modern = modern.clone();
        async move { modern.call("slow", json!({})).await }
    });
    gate.arrival().await;
    let fast = modern.call("add", json!({"a": 1, "b": 2})).await;
    assert_eq!(fast, Answer::json(200, result(1, sum(3))));
    gate.open();
    let expected = Answer::json(200, result(1, complete(said("done"))));
    assert_eq!(soon(slow).await.unwrap(), expected);
}

#[tokio::test]
async fn a_slow_call_does_not_delay_a_fast_one_of_the_same_session() {
    let gate = Gate::shut();
    let server = start(&gate).await;
    let session = Session::open(&server).await;
    let slow = tokio::spawn({
        let session = session.clone();
        async move { session.ask(1, "tools/call", json!({"name": "slow"})).await }
    });
    gate.arrival().await;
    let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    let fast = session.ask(2, "tools/call", params).await;
    assert_eq!(fast, Answer::json(200, result(2, legacy_sum(3))));
    gate.open();
    assert_eq!(
        soon(slow).await.unwrap(),
        Answer::json(200, result(1, said("done")))
    );
}

#[tokio::test]
async fn a_blocked_thread_does_not_delay_other_calls() {
    let (door, opener) = Door::shut();
    let server = new_server().state(door).tools(tools![add, block_at_door]);
    let server = TestServer::start(server).await;
    let modern = Modern::of(&server);
    let blocked = tokio::spawn({
        let modern = modern.clone();
        async move { modern.call("block_at_door", json!({})).await }
    });
    for _ in 0..10 {
        let fast = modern.call("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(fast, Answer::json(200, result(1, sum(3))));
    }
    assert!(!blocked.is_finished());
    opener.send(()).unwrap();
    let expected = Answer::json(200, result(1, complete(said("through"))));
    assert_eq!(soon(blocked).await.unwrap(), expected);
}

#[tokio::test]
async fn an_id_in_use_is_refused_in_a_session_only() {
    let gate = Gate::shut();
    let server = start(&gate).await;
    let session = Session::open(&server).await;
    let slow = tokio::spawn({
        let session = session.clone();
        async move { session.ask(7, "tools/call", json!({"name": "slow"})).await }
    });
    gate.arrival().await;
    assert_eq!(
        session.ask(7, "ping", json!({})).await,
        Answer::json(
            200,
            crate::harness::error(7, -32600, "a request with the id `7` is still running")
        )
    );
    let other = Session::open(&server).await;
    assert_eq!(other.ask(7, "ping", json!({})).await.status, 200);
    gate.open();
    assert_eq!(
        soon(slow).await.unwrap(),
        Answer::json(200, result(7, said("done")))
    );
    assert_eq!(
        session.ask(7, "ping", json!({})).await,
        Answer::json(200, result(7, json!({})))
    );
}
