//! What the log and the metrics say of calls that were passed on.

use serde_json::{Value, json};

use super::{Front, example, has};
use crate::{
    harness::{TestServer, run, until_async},
    registry::call,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_recorded_with_its_server_and_its_request_there_and_counted() {
    let tool = json!({
        "name": "note", "type": "mcp", "description": "Notes something.",
        "parameters": [{"name": "title", "type": "string"}],
        "config": {"server_name": "todo", "tool_name": "add_todo"},
    });
    let front = Front::with(&json!({"todo": example("todo")}), json!([tool]));
    let served = TestServer::start(front.registry.server()).await;
    let client = toolwright::Client::connect(served.url("/mcp"))
        .await
        .unwrap();
    until_async(async || has(&client, "todo.add_todo").await).await;
    call(&client, "todo.add_todo", json!({"title": "Buy milk"})).await;
    call(&client, "note", json!({"title": "Buy bread"})).await;
    call(&client, "calculator", json!({"expression": "1+1"})).await;
    let mut command = front.registry.toolwright(&["logs", "--json"]);
    command.env("TOOLWRIGHT_DATA_DIR", front.registry.path("../data"));
    let logged = tokio::task::spawn_blocking(move || run(command))
        .await
        .unwrap();
    let records: Vec<Value> = logged
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let of = |tool: &str| {
        records
            .iter()
            .rfind(|it| it["tool"] == tool)
            .unwrap()
            .clone()
    };
    let (direct, registered) = (of("todo.add_todo"), of("note"));
    for record in [&direct, &registered] {
        assert_eq!(
            (&record["kind"], &record["upstream"]),
            (&json!("mcp"), &json!("todo"))
        );
    }
    let request = |record: &Value| record["upstream_request"].as_i64().unwrap();
    assert!(request(&registered) > request(&direct));
    assert_eq!(of("calculator")["upstream"], Value::Null);
    let metrics = served
        .http()
        .get(served.url("/metrics"))
        .send()
        .await
        .unwrap();
    let metrics = metrics.text().await.unwrap();
    for line in [
        "toolwright_upstream_calls_total{upstream=\"todo\",outcome=\"ok\"} 2",
        "toolwright_upstream_call_duration_seconds_count{upstream=\"todo\"} 2",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
}
