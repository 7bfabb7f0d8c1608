//! Agents on servers that share a registry.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Replica, SharedDatabase};
use crate::{
    api::answered,
    harness::{Modern, connect, postgres_server, tool_names, until_async},
    registry::constant,
};

/// The names of the tools that the agent `helper` serves on a server.
async fn served(replica: &Replica) -> Vec<String> {
    let client = Modern::at(&replica.server, "/mcp/agents/helper");
    let list = client.result("tools/list", json!({})).await;
    let names = tool_names(&list);
    names.into_iter().map(ToOwned::to_owned).collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_agent_that_is_made_on_one_is_served_on_the_other_and_its_tools_are_rows() {
    let database = SharedDatabase::new().await;
    let (one, other) = (
        Replica::start(&database).await,
        Replica::start(&database).await,
    );
    one.post("tools", constant("shared", "41 + 1"))
        .await
        .expect(201);
    let agent = json!({
        "name": "helper", "model_provider": "openai", "model_name": "m", "tools": ["shared", "calculator"],
    });
    let made = one.post("agents", agent).await.expect(201);
    let client = connect(&postgres_server()).await;
    let sql = format!(
        "SELECT id::text FROM {}.tools WHERE name = 'shared'",
        database.schema
    );
    let row = client.query_one(&sql, &[]).await.unwrap();
    assert_eq!(made["spec"]["tools"][0], row.get::<_, &str>(0));
    until_async(async || other.get("agents/helper").await.status == 200).await;
    assert_eq!(served(&other).await, ["calculator", "shared"]);
    let called = Modern::at(&other.server, "/mcp/agents/helper");
    called.call("shared", json!({})).await;
    let calls = other.get("executions?agent=helper").await.expect(200);
    assert_eq!(calls["items"].as_array().unwrap().len(), 1, "{calls}");
    // A tool that is removed on one is left out on the other, and is back when it is.
    let removed = one.request(Method::DELETE, "tools/shared");
    let removed = removed.json(&Value::Null).header("if-match", "\"1\"");
    let removed = answered(removed).await;
    assert_eq!(removed.status, 204);
    until_async(async || served(&other).await == ["calculator"]).await;
    let left_out = other.get("agents/helper").await.expect(200)["left_out"].take();
    assert_eq!(left_out[0]["reason"], "unavailable");
    other
        .post("tools/shared/restore", json!({}))
        .await
        .expect(200);
    until_async(async || served(&one).await == ["calculator", "shared"]).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_change_for_a_revision_that_another_server_has_just_made_is_accepted() {
    let database = SharedDatabase::new().await;
    let (one, other) = (
        Replica::start(&database).await,
        Replica::start(&database).await,
    );
    let agent = json!({"name": "helper", "model_provider": "openai", "model_name": "m"});
    one.post("agents", agent).await.expect(201);
    one.post("tools", constant("shared", "1")).await.expect(201);
    until_async(async || other.get("agents/helper").await.status == 200).await;
    until_async(async || other.get("tools/shared").await.status == 200).await;
    let patch = async |replica: &Replica, path: &str, revision: usize| {
        let request = replica.request(Method::PATCH, path);
        let request = request.header("if-match", format!("\"{revision}\""));
        let change = json!({"description": format!("Of {revision}.")});
        answered(request.json(&change)).await
    };
    // Sooner than they tell each other.
    for revision in 1..20 {
        let replica = [&one, &other][revision % 2];
        for path in ["agents/helper", "tools/shared"] {
            let changed = patch(replica, path, revision).await;
            assert_eq!(changed.status, 200, "{path} {revision} {}", changed.body);
        }
    }
    for path in ["agents/helper", "tools/shared"] {
        assert_eq!(patch(&one, path, 77).await.status, 412, "{path}");
        let versions = other.get(&format!("{path}/versions")).await.expect(200);
        let items = versions["items"].as_array().unwrap().iter();
        let numbers: Vec<Value> = items.map(|version| version["version"].clone()).collect();
        let expected: Vec<Value> = (1..=20).rev().map(Value::from).collect();
        assert_eq!(numbers, expected, "{path}");
    }
}
