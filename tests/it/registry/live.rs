//! Changes reach clients that are connected, and a broken file changes nothing.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toolwright::Server;
use toolwright_registry::FileRegistry;

use super::{Registry, call, constant, own_tools};
use crate::harness::{Answer, Session, TestServer, get, run, until};

/// Waits until the client sees these tools.
async fn sees(client: &toolwright::Client, expected: &[&str]) {
    let start = Instant::now();
    while own_tools(client).await != expected {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "{:?}",
            own_tools(client).await
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn an_edit_by_hand_or_by_command_is_live_without_a_restart() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let client = registry.client().await;
    sees(&client, &["one"]).await;
    registry.write(&json!({"tools": [constant("one", "11"), constant("two", "2")]}).to_string());
    sees(&client, &["one", "two"]).await;
    assert_eq!(call(&client, "one", json!({})).await.0, "11");
    run(registry.toolwright(&["tools", "disable", "one"])).answer();
    sees(&client, &["two"]).await;
    run(registry.toolwright(&["tools", "remove", "two"])).answer();
    sees(&client, &[]).await;
    run(registry.toolwright(&["tools", "restore", "two"])).answer();
    run(registry.toolwright(&["tools", "enable", "one"])).answer();
    sees(&client, &["one", "two"]).await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_connected_client_is_told_that_the_list_changed() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let server = TestServer::start(registry.server()).await;
    let session = Session::open(&server).await;
    let mut events = session.listen().await;
    run(registry.toolwright(&["tools", "disable", "one"])).answer();
    let told: Value = events.message().await;
    let expected =
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}});
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_broken_edit_changes_nothing_and_is_told_by_readyz() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let server = TestServer::start(registry.server()).await;
    let ready = || async { get(&server, "/readyz").await };
    assert_eq!(ready().await, Answer::text(200, "ready\n"));
    let good = registry.read();
    registry.write(&good[..good.len() / 2]);
    let not_ready = Answer::text(503, "not ready: registry\n");
    let start = Instant::now();
    while ready().await != not_ready {
        assert!(start.elapsed() < Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(server.catalog().snapshot().tool("one").is_some());
    registry.write(&good.replace("\"one\"", "\"other\""));
    until(|| server.catalog().snapshot().tool("other").is_some()).await;
    assert!(server.catalog().snapshot().tool("one").is_none());
    assert_eq!(ready().await, Answer::text(200, "ready\n"));
}

#[tokio::test]
async fn a_server_of_ones_own_follows_its_registry() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let source = FileRegistry::open(registry.path("")).await.unwrap();
    let client = Server::new("own").source(source).client().await.unwrap();
    sees(&client, &["one"]).await;
    registry.write(&json!([constant("two", "2")]).to_string());
    sees(&client, &["two"]).await;
    client.close().await.unwrap();
    registry.write("[{}]");
    let refused = FileRegistry::open(registry.path("")).await.unwrap_err();
    assert!(
        refused.to_string().contains("[0]: missing field `name`"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_tool_whose_name_is_taken_does_not_hide_the_others() {
    let registry = Registry::with(json!([constant("one", "1"), constant("two", "2")]));
    let source = FileRegistry::open(registry.path("")).await.unwrap();
    let other = FileRegistry::open(registry.path("")).await.unwrap();
    let server = Server::new("own").source(source).source(other);
    let client = server.client().await.unwrap();
    sees(&client, &["one", "two"]).await;
    registry.write(&json!([constant("three", "3")]).to_string());
    sees(&client, &["three"]).await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_schema_that_refuses_its_own_default_is_told_and_changes_nothing() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let server = TestServer::start(registry.server()).await;
    let mut odd = constant("odd", "1");
    odd["input_schema"] =
        json!({"type": "object", "properties": {"a": {"type": "integer", "default": "x"}}});
    registry.write(&json!({"tools": [constant("one", "1"), odd]}).to_string());
    let not_ready = Answer::text(503, "not ready: registry\n");
    let start = Instant::now();
    while get(&server, "/readyz").await != not_ready {
        assert!(start.elapsed() < Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    registry.write(&json!({"tools": [constant("two", "2")]}).to_string());
    until(|| server.catalog().snapshot().tool("two").is_some()).await;
}
