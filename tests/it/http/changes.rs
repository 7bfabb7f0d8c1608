//! Telling clients what changed: the stream of a session, and `subscriptions/listen`.

use serde_json::{Value, json};
use toolwright::{ToolOutput, catalog::Change, prelude::*};

use crate::harness::{Answer, Modern, Session, TestServer, error, new_server, result, tool};

/// The news.
#[resource("news://{topic}")]
async fn changing_news(topic: String) -> String {
    topic
}

/// Say what is new.
#[prompt]
async fn news_prompt() -> &'static str {
    "What is new?"
}

async fn start() -> TestServer {
    let server = new_server()
        .resources(resources![changing_news])
        .prompts(prompts![news_prompt]);
    TestServer::start(server).await
}

fn changed(kind: &str, params: Value) -> Value {
    let method = format!("notifications/{kind}");
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// A change of each kind, in this order: tools, a resource of no interest, `news://a`, prompts, resources.
fn change_all(server: &TestServer) {
    let late = tool("late", |_, _| async { Ok(ToolOutput::text("here")) });
    server.catalog().add_tool(late).unwrap();
    server.catalog().resource_updated("news://b");
    server.catalog().resource_updated("news://a");
    assert!(server.catalog().remove_prompt("news_prompt"));
    assert!(server.catalog().remove_resource("news://{topic}"));
}

#[tokio::test]
async fn a_session_is_notified_of_lists_and_of_its_subscriptions() {
    let server = start().await;
    let session = Session::open(&server).await;
    for uri in ["news://a", "news://b"] {
        let subscribed = session
            .ask(1, "resources/subscribe", json!({"uri": uri}))
            .await;
        assert_eq!(subscribed, Answer::json(200, result(1, json!({}))));
    }
    let gone = session
        .ask(2, "resources/unsubscribe", json!({"uri": "news://b"}))
        .await;
    assert_eq!(gone, Answer::json(200, result(2, json!({}))));
    let mut events = session.listen().await;
    change_all(&server);
    for expected in [
        changed("tools/list_changed", json!({})),
        changed("resources/updated", json!({"uri": "news://a"})),
        changed("prompts/list_changed", json!({})),
        changed("resources/list_changed", json!({})),
    ] {
        assert_eq!(events.message().await, expected);
    }
}

#[tokio::test]
async fn a_change_made_by_a_call_is_notified() {
    let change = tool("change", |ctx, _| async move {
        ctx.catalog().resource_updated("news://a");
        Ok(ToolOutput::text("changed"))
    });
    let server = new_server()
        .tools([change])
        .resources(resources![changing_news]);
    let server = TestServer::start(server).await;
    let session = Session::open(&server).await;
    session
        .ask(1, "resources/subscribe", json!({"uri": "news://a"}))
        .await;
    let mut events = session.listen().await;
    assert_eq!(
        Modern::of(&server).call("change", json!({})).await.status,
        200
    );
    let expected = changed("resources/updated", json!({"uri": "news://a"}));
    assert_eq!(events.message().await, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_right_after_the_stream_opened_is_heard() {
    let server = start().await;
    let session = Session::open(&server).await;
    for _ in 0..200 {
        let mut events = session.listen().await;
        server.catalog().refresh(Change::Tools).unwrap();
        assert_eq!(
            events.message().await,
            changed("tools/list_changed", json!({}))
        );
    }
}

#[tokio::test]
async fn a_lagging_session_is_notified_of_everything_it_watches() {
    let server = start().await;
    let session = Session::open(&server).await;
    session
        .ask(1, "resources/subscribe", json!({"uri": "news://a"}))
        .await;
    let mut events = session.listen().await;
    server.catalog().resource_updated("news://a");
    for _ in 0..1000 {
        server.catalog().resource_updated("news://b");
    }
    let mut told = Vec::new();
    for _ in 0..4 {
        told.push(events.message().await["method"].take());
    }
    told.sort_by_key(ToString::to_string);
    assert_eq!(
        told,
        [
            "notifications/prompts/list_changed",
            "notifications/resources/list_changed",
            "notifications/resources/updated",
            "notifications/tools/list_changed",
        ]
    );
}

/// The message with the tag that it belongs to the subscription 1.
fn tagged(kind: &str, mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": 1});
    changed(kind, params)
}

#[tokio::test]
async fn a_listener_is_acknowledged_and_gets_the_changes_it_asked_for() {
    let server = start().await;
    let filter = json!({"toolsListChanged": true, "resourceSubscriptions": ["news://a"]});
    let params = json!({"notifications": filter});
    let mut events = Modern::of(&server)
        .stream("subscriptions/listen", params)
        .await;
    let acknowledged = tagged(
        "subscriptions/acknowledged",
        json!({"notifications": filter}),
    );
    assert_eq!(events.message().await, acknowledged);
    change_all(&server);
    server.catalog().refresh(Change::Tools).unwrap();
    for expected in [
        tagged("tools/list_changed", json!({})),
        tagged("resources/updated", json!({"uri": "news://a"})),
        tagged("tools/list_changed", json!({})),
    ] {
        assert_eq!(events.message().await, expected);
    }
}

#[tokio::test]
async fn a_listener_gets_only_the_lists_it_asked_for() {
    let server = start().await;
    let filter = json!({"promptsListChanged": true, "resourcesListChanged": true});
    let params = json!({"notifications": filter});
    let mut events = Modern::of(&server)
        .stream("subscriptions/listen", params)
        .await;
    events.message().await;
    change_all(&server);
    for expected in [
        tagged("prompts/list_changed", json!({})),
        tagged("resources/list_changed", json!({})),
    ] {
        assert_eq!(events.message().await, expected);
    }
}

#[tokio::test]
async fn a_lagging_listener_is_notified_of_everything_it_watches() {
    let server = start().await;
    let filter =
        json!({"toolsListChanged": true, "resourceSubscriptions": ["news://a", "news://b"]});
    let params = json!({"notifications": filter});
    let mut events = Modern::of(&server)
        .stream("subscriptions/listen", params)
        .await;
    events.message().await;
    for _ in 0..1000 {
        server.catalog().resource_updated("news://c");
    }
    for expected in [
        tagged("tools/list_changed", json!({})),
        tagged("resources/updated", json!({"uri": "news://a"})),
        tagged("resources/updated", json!({"uri": "news://b"})),
    ] {
        assert_eq!(events.message().await, expected);
    }
}

#[tokio::test]
async fn a_listener_without_a_filter_is_refused() {
    let server = start().await;
    let modern = Modern::of(&server);
    assert_eq!(
        modern.ask("subscriptions/listen", json!({})).await,
        Answer::json(200, error(1, -32602, "`params.notifications` is missing"))
    );
}
