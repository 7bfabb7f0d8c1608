//! A caller never sees the sessions, tasks and results of another.

use serde_json::json;
use toolwright::{ToolDef, ToolOutput};

use super::{asking, client, open_session, post};
use crate::harness::{Gate, defined_tool, new_server, until_async};

#[tokio::test]
async fn a_session_is_unknown_to_another_caller() {
    let server = asking(new_server()).await;
    let id = open_session(&server, "ada/key=k1").await;
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    for (key, expected) in [
        ("ada/key=k1", 200),
        ("bob", 404),
        ("ada/key=k2", 404),
        ("eve/admin", 404),
        ("ada/key=k1", 200),
    ] {
        let request = post(&server, key, &ping).header("mcp-session-id", &id);
        let status = request.send().await.unwrap().status().as_u16();
        assert_eq!(status, expected, "{key}");
        let get = server.http().get(server.url("/mcp")).bearer_auth(key);
        let get = get
            .header("mcp-session-id", &id)
            .header("accept", "text/event-stream");
        assert_eq!(
            get.send().await.unwrap().status().as_u16(),
            expected,
            "{key}"
        );
    }
    let delete = |key: &str| {
        let request = server.http().delete(server.url("/mcp")).bearer_auth(key);
        request.header("mcp-session-id", &id).send()
    };
    assert_eq!(delete("bob").await.unwrap().status(), 404);
    assert_eq!(delete("ada/key=k1").await.unwrap().status(), 204);
}

#[tokio::test]
async fn a_task_is_unknown_to_another_caller() {
    let gate = Gate::shut();
    let passing = gate.clone();
    let definition = ToolDef::new("slow", "A slow tool.").task();
    let tool = defined_tool(definition, move |_, _| {
        let gate = passing.clone();
        async move {
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = asking(new_server().tools([tool])).await;
    let able = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    let ada = client(&server, "ada").able(able.clone());
    let started = ada.call("slow", json!({})).await.into_result();
    let id = started["task"]["taskId"]
        .as_str()
        .or(started["taskId"].as_str());
    let params = json!({"taskId": id.unwrap_or_else(|| panic!("{started}"))});
    let bob = client(&server, "bob").able(able);
    for method in ["tasks/get", "tasks/cancel"] {
        let refused = bob.ask(method, params.clone()).await;
        assert_eq!(refused.refusal().1, Some(-32602), "{method}");
    }
    gate.open();
    until_async(async || {
        let task = ada.ask("tasks/get", params.clone()).await.into_result();
        task["status"] == "completed"
    })
    .await;
    let task = ada.ask("tasks/get", params).await.into_result();
    assert_eq!(task["result"]["content"][0]["text"], "done", "{task}");
}
