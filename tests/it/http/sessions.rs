//! How many sessions there are, and for how long.

use std::{collections::VecDeque, time::Duration};

use serde_json::json;
use toolwright::{ToolOutput, tools};

use crate::{
    fixtures::{add, sum},
    harness::{
        Answer, Gate, Modern, Session, TestServer, error, new_server, post, result, soon, tool,
    },
};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;

async fn is_there(session: &Session) -> bool {
    let answer = session.ask(1, "ping", json!({})).await;
    assert!([200, 404].contains(&answer.status), "{answer:?}");
    answer.status == 200
}

#[tokio::test]
async fn abandoned_sessions_are_limited_in_number() {
    let server = TestServer::with(new_server().tools(tools![add]), |options| {
        options.max_sessions = 50;
    })
    .await;
    let mut last = VecDeque::new();
    let first = Session::open(&server).await;
    for _ in 0..2000 {
        last.push_back(Session::open(&server).await);
        if last.len() > 50 {
            last.pop_front();
        }
    }
    assert!(!is_there(&first).await);
    for session in &last {
        assert!(is_there(session).await);
    }
    let answer = Modern::of(&server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    assert_eq!(answer, Answer::json(200, result(1, sum(3))));
}

#[tokio::test]
async fn the_session_idle_longest_is_evicted() {
    let server = TestServer::with(new_server(), |options| options.max_sessions = 2).await;
    let (one, two) = (Session::open(&server).await, Session::open(&server).await);
    assert!(is_there(&one).await);
    let three = Session::open(&server).await;
    assert!(is_there(&three).await);
    assert!(is_there(&one).await);
    assert!(!is_there(&two).await);
}

#[tokio::test]
async fn a_listening_session_is_not_evicted() {
    let server = TestServer::with(new_server(), |options| options.max_sessions = 2).await;
    let listening = Session::open(&server).await;
    let events = listening.listen().await;
    let silent = Session::open(&server).await;
    let _third = Session::open(&server).await;
    assert!(is_there(&listening).await);
    assert!(!is_there(&silent).await);
    drop(events);
}

#[tokio::test]
async fn a_new_session_is_refused_when_all_are_in_use() {
    let gate = Gate::shut();
    let door = gate.clone();
    let wait = tool("wait", move |_, _| {
        let door = door.clone();
        async move {
            door.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = TestServer::with(new_server().tools([wait]), |options| {
        options.max_sessions = 2;
    })
    .await;
    let mut calls = Vec::new();
    for _ in 0..2 {
        let session = Session::open(&server).await;
        calls.push(tokio::spawn(async move {
            session.ask(1, "tools/call", json!({"name": "wait"})).await
        }));
        gate.arrival().await;
    }
    let full = error(0, -32000, "too many sessions are open: try again later");
    assert_eq!(
        post(&server, &[], INITIALIZE).await,
        Answer::json(503, full)
    );
    gate.open();
    gate.open();
    for call in calls {
        assert_eq!(soon(call).await.unwrap().status, 200);
    }
    assert!(is_there(&Session::open(&server).await).await);
}

#[tokio::test]
async fn an_idle_session_expires_unless_it_listens() {
    let server = TestServer::with(new_server(), |options| {
        options.session_idle = Duration::from_millis(200);
    })
    .await;
    let (silent, listening) = (Session::open(&server).await, Session::open(&server).await);
    let _events = listening.listen().await;
    // Looking makes a session live on, so there is a while between two looks.
    soon(async {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if !is_there(&silent).await {
                return;
            }
        }
    })
    .await;
    assert!(is_there(&listening).await);
}

#[tokio::test]
async fn a_modern_request_ignores_the_session_header() {
    let server = TestServer::start(new_server().tools(tools![add])).await;
    let request = Modern::of(&server)
        .request(
            "tools/call",
            json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
        )
        .header("Mcp-Session-Id", "long-gone");
    let answer = Answer::read(soon(request.send()).await.unwrap()).await;
    assert_eq!(answer, Answer::json(200, result(1, sum(3))));
}
