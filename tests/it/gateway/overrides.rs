//! `tools` of a server in `mcp.json`: other names, descriptions and arguments.

use std::fs;

use serde_json::json;

use super::{Front, example, has};
use crate::{
    harness::{run, until_async},
    registry::{call, error},
};

#[tokio::test]
async fn a_tool_has_the_name_the_description_and_the_arguments_of_the_file() {
    let mut todo = example("todo");
    todo["tools"] = json!({
        "add_todo": {
            "name": "note", "description": "Notes something for later.", "tags": ["notes"],
            "arguments": {
                "title": {"name": "text", "description": "What to note."},
                "priority": {"value": "high"}, "due": {"hidden": true},
            },
        },
        "list_todos": {"title": "Everything"},
    });
    let front = Front::with(&json!({"todo": todo}), json!([]));
    let client = front.client_with("note").await;
    assert!(!has(&client, "todo.add_todo").await && has(&client, "todo.list_todos").await);
    let tools = client.tools().await.unwrap();
    let note = tools.iter().find(|tool| tool["name"] == "note").unwrap();
    assert_eq!(note["description"], "Notes something for later.");
    let schema = &note["inputSchema"];
    assert_eq!(schema["required"], json!(["text"]));
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["text"]);
    assert_eq!(schema["properties"]["text"]["description"], "What to note.");
    let (_, noted) = call(&client, "note", json!({"text": "Buy milk"})).await;
    assert_eq!(
        (&noted["title"], &noted["priority"]),
        (&json!("Buy milk"), &json!("high"))
    );
    // What is fixed is not for agents to choose, under no name.
    let refused = error(&client, "note", json!({"text": "x", "priority": "low"})).await;
    assert!(refused.contains("priority"), "{refused}");
    client.close().await.unwrap();
}

#[tokio::test]
async fn what_does_not_fit_the_tool_leaves_it_out() {
    let mut todo = example("todo");
    todo["tools"] = json!({
        "add_todo": {"arguments": {"titel": {"value": "x"}}},
        "wait": {"arguments": {"seconds": {"value": "long"}}},
        "complete_todo": {"arguments": {"id": {"hidden": true}}},
    });
    let front = Front::with(&json!({"todo": todo}), json!([]));
    let client = front.client_with("todo.list_todos").await;
    for name in ["todo.add_todo", "todo.wait", "todo.complete_todo"] {
        assert!(!has(&client, name).await, "{name}");
    }
    let command = front.registry.toolwright(&["servers", "--json"]);
    let shown = tokio::task::spawn_blocking(move || run(command))
        .await
        .unwrap();
    for problem in [
        "tool add_todo is left out: its `arguments` in `mcp.json` do not fit: it has no argument `titel`",
        "does not fit the type of `seconds`",
        "the required argument `id` can only be hidden",
    ] {
        assert!(
            shown.stdout.contains(problem),
            "{problem}: {}",
            shown.stdout
        );
    }
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_mistake_is_told_with_line_and_column_and_changes_nothing() {
    let front = Front::with(&json!({"todo": example("todo")}), json!([]));
    let client = front.client_with("todo.list_todos").await;
    let path = front.registry.path("mcp.json");
    for (tools, expected) in [
        (
            r#"{"a": {"nme": "b"}}"#,
            "tools.a.nme: unknown field: did you mean `name`?",
        ),
        (r#"{"a": {"name": "b c"}}"#, "expected 1 to 64 letters"),
        (
            r#"{"a": {"name": "b"}, "c": {"name": "b"}}"#,
            "two tools are called `b`",
        ),
        (
            r#"{"a": {"arguments": {"x": 1}}}"#,
            "tools.a.arguments.x: expected an object",
        ),
        (
            r#"{"a": {"arguments": {"x": {"fixed": 1}}}}"#,
            "unknown field",
        ),
    ] {
        let text =
            format!("{{\"mcpServers\": {{\n\"s\": {{\"command\": \"x\",\n\"tools\": {tools}}}}}}}");
        fs::write(&path, text).unwrap();
        let refused = run(front.registry.toolwright(&["servers"]));
        assert_eq!(refused.code, Some(1));
        let told = &refused.stderr;
        assert!(
            told.contains("mcp.json:3:") && told.contains(expected),
            "{told}"
        );
    }
    assert!(has(&client, "todo.list_todos").await);
    front.configure(&json!({"todo": {"url": "http://127.0.0.1:1", "idle_seconds": 5}}));
    let refused = run(front.registry.toolwright(&["servers"])).stderr;
    assert!(
        refused.contains("idle_seconds: only a program is stopped"),
        "{refused}"
    );
    front.configure(&json!({}));
    until_async(async || !has(&client, "todo.list_todos").await).await;
    client.close().await.unwrap();
}
