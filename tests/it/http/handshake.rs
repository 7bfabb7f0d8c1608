//! `initialize`, `server/discover`, and the life of a session.

use serde_json::json;
use toolwright::{Server, tools};

use crate::{
    fixtures::{add, legacy_sum, sum},
    harness::{Answer, Modern, Session, TestServer, complete, error, new_server, post, result},
};

async fn start() -> TestServer {
    TestServer::start(new_server().tools(tools![add])).await
}

fn gone() -> Answer {
    Answer::text(404, "unknown session: initialize a new one\n")
}

#[tokio::test]
async fn initialize_negotiates_the_revision() {
    let server = start().await;
    for (requested, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-12-31", "2025-11-25"),
        ("newest", "2025-11-25"),
    ] {
        let session = Session::of(&server, requested, json!({})).await;
        let expected = json!({
            "protocolVersion": agreed,
            "capabilities": {"logging": {}, "tools": {"listChanged": true}},
            "serverInfo": {"name": "it", "version": "1"},
        });
        assert_eq!(session.greeting, expected, "{requested}");
        let answer = session
            .ask(
                3,
                "tools/call",
                json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
            )
            .await;
        assert_eq!(
            answer,
            Answer::json(200, result(3, legacy_sum(3))),
            "{requested}"
        );
    }
}

#[tokio::test]
async fn discover_needs_no_handshake() {
    let described = Server::new("it").version("1").instructions("Be kind.");
    let server = TestServer::start(described.tools(tools![add])).await;
    let expected = json!({
        "supportedVersions": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
        "capabilities": {"logging": {}, "tools": {"listChanged": true}},
        "ttlMs": 0,
        "cacheScope": "private",
        "instructions": "Be kind.",
    });
    let discovered = Modern::of(&server)
        .result("server/discover", json!({}))
        .await;
    assert_eq!(discovered, complete(expected));
}

#[tokio::test]
async fn a_second_handshake_is_refused() {
    let server = start().await;
    let session = Session::open(&server).await;
    let again = json!({"protocolVersion": "2025-06-18", "capabilities": {}});
    assert_eq!(
        session.ask(5, "initialize", again).await,
        Answer::json(200, error(5, -32600, "this session is already initialized"))
    );
}

#[tokio::test]
async fn a_handshake_without_a_revision_leaves_no_session() {
    let server = start().await;
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    assert_eq!(
        post(&server, &[], body).await,
        Answer::json(200, error(1, -32602, "`params.protocolVersion` is missing"))
    );
}

#[tokio::test]
async fn a_deleted_session_is_unknown() {
    let server = start().await;
    let session = Session::open(&server).await;
    assert_eq!(session.delete().await, Answer::text(204, ""));
    assert_eq!(session.ask(1, "ping", json!({})).await, gone());
    assert_eq!(session.delete().await, gone());
}

#[tokio::test]
async fn an_unknown_session_is_not_found() {
    let server = start().await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for id in ["no-such-session", "é"] {
        let answer = post(&server, &[("mcp-session-id", id)], ping).await;
        assert_eq!(answer, gone(), "{id}");
    }
}

#[tokio::test]
async fn an_older_client_may_call_without_a_session() {
    let server = start().await;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":3}}}"#;
    let expected = Answer::json(200, result(1, legacy_sum(5)));
    assert_eq!(post(&server, &[], call).await, expected);
    let header = [("mcp-protocol-version", "2025-06-18")];
    assert_eq!(post(&server, &header, call).await, expected);
}

#[tokio::test]
async fn both_eras_share_one_endpoint() {
    let server = start().await;
    let session = Session::open(&server).await;
    let call = json!({"name": "add", "arguments": {"a": 1, "b": 1}});
    assert_eq!(
        Modern::of(&server).result("tools/call", call.clone()).await,
        sum(2)
    );
    assert_eq!(
        session.ask(1, "tools/call", call).await,
        Answer::json(200, result(1, legacy_sum(2)))
    );
}

#[tokio::test]
async fn ping_has_an_empty_result() {
    let server = start().await;
    let session = Session::open(&server).await;
    assert_eq!(
        session.ask(1, "ping", json!({})).await,
        Answer::json(200, result(1, json!({})))
    );
    let unsessioned = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;
    assert_eq!(
        post(&server, &[], unsessioned).await,
        Answer::json(200, result("p", json!({})))
    );
}

#[tokio::test]
async fn notifications_and_unknown_responses_are_accepted() {
    let server = start().await;
    let session = Session::open(&server).await;
    session.tell("notifications/no_such", json!({})).await;
    session
        .tell("notifications/cancelled", json!({"requestId": 99}))
        .await;
    session
        .reply(&json!({"id": 99}), json!({"action": "accept"}))
        .await;
    assert_eq!(session.ask(1, "ping", json!({})).await.status, 200);
}
