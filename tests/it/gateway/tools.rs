//! Tools, resources and prompts of another server.

use serde_json::json;

use super::{Front, example, has};
use crate::{
    harness::{run, until_async},
    registry::{call, error},
};

#[tokio::test]
async fn what_another_server_offers_is_listed_and_used() {
    let front = Front::with(&json!({"todo": example("todo")}), json!([]));
    let client = front.client_with("todo.add_todo").await;
    call(&client, "todo.add_todo", json!({"title": "Buy milk"})).await;
    let (text, _) = call(&client, "todo.list_todos", json!({})).await;
    assert!(text.contains("Buy milk"), "{text}");
    let resources = client.resources().await.unwrap();
    let uri = resources[0]["uri"].as_str().unwrap();
    assert!(!client.read(uri).await.unwrap().is_empty());
    let prompts = client.prompts().await.unwrap();
    let name = prompts[0]["name"].as_str().unwrap();
    assert!(name.starts_with("todo."), "{name}");
    client.close().await.unwrap();
}

#[tokio::test]
async fn arguments_are_checked_before_they_leave() {
    let front = Front::with(&json!({"todo": example("todo")}), json!([]));
    let client = front.client_with("todo.add_todo").await;
    let refused = error(&client, "todo.add_todo", json!({"title": 5})).await;
    assert!(refused.contains("`title`"), "{refused}");
    client.close().await.unwrap();
}

#[tokio::test]
async fn names_and_tools_are_chosen_in_the_configuration() {
    let mut todo = example("todo");
    todo["prefix"] = json!("my");
    todo["exclude"] = json!(["delete_*"]);
    let front = Front::with(&json!({"todo": todo}), json!([]));
    let client = front.client_with("my.add_todo").await;
    assert!(has(&client, "my.list_todos").await);
    assert!(!has(&client, "my.delete_todo").await && !has(&client, "todo.add_todo").await);
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_registered_tool_stands_for_one_of_another_server() {
    let tool = json!({
        "name": "note", "type": "mcp", "description": "Notes something.",
        "parameters": [{"name": "title", "type": "string"}],
        "config": {"server_name": "todo", "tool_name": "add_todo", "transport": "stdio"},
    });
    let missing = json!({
        "name": "lost", "type": "mcp", "description": "Is nowhere.",
        "config": {"server_name": "nowhere", "tool_name": "add"},
    });
    let mut elsewhere = tool.clone();
    elsewhere["name"] = json!("elsewhere");
    elsewhere["config"]["transport"] = json!("http");
    let tools = json!([tool, missing, elsewhere]);
    let front = Front::with(&json!({"todo": example("todo")}), tools);
    let client = front.client_with("todo.list_todos").await;
    let refused = error(&client, "elsewhere", json!({"title": "Buy wine"})).await;
    assert_eq!(
        refused,
        "the MCP server `todo` is reached over `stdio`, and the definition says `http`"
    );
    call(&client, "note", json!({"title": "Buy bread"})).await;
    let (text, _) = call(&client, "todo.list_todos", json!({})).await;
    assert!(text.contains("Buy bread"), "{text}");
    let refused = error(&client, "lost", json!({})).await;
    assert_eq!(refused, "there is no MCP server `nowhere` in `mcp.json`");
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_changed_file_is_followed_without_a_restart() {
    let front = Front::with(&json!({}), json!([]));
    let client = front.registry.server().client().await.unwrap();
    assert!(!has(&client, "todo.add_todo").await);
    front.configure(&json!({"todo": example("todo")}));
    until_async(async || has(&client, "todo.add_todo").await).await;
    front.configure(&json!({}));
    until_async(async || !has(&client, "todo.add_todo").await).await;
    client.close().await.unwrap();
}

#[test]
fn the_command_line_shows_the_servers() {
    let servers = json!({"todo": example("todo"), "gone": {"command": "/nonexistent/server"}});
    let front = Front::with(&servers, json!([]));
    let shown = run(front.registry.toolwright(&["servers"])).answer();
    assert!(shown.contains("todo  stdio  ready"), "{shown}");
    assert!(shown.contains("gone  stdio  waiting"), "{shown}");
    assert!(
        shown.contains("`/nonexistent/server` cannot be started"),
        "{shown}"
    );
}
