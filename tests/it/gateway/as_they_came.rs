//! Definitions and results have what the other server says of them, also what this one does not know.

use serde_json::{Value, json};
use toolwright::client::Revision;

use super::eras::front;
use crate::{
    harness::{Modern, TestServer},
    tools::local_server::{Asked, LocalServer, Reply},
};

fn resource() -> Value {
    json!({
        "uri": "notes://today", "name": "today", "title": "Today", "description": "Notes of today.",
        "mimeType": "text/html", "size": 12,
        "annotations": {"audience": ["user"], "priority": 0.5},
        "icons": [{"src": "https://a.example/icon.png"}],
        "_meta": {"ui": {"csp": ["https://a.example"]}},
    })
}

fn prompt() -> Value {
    json!({
        "name": "greet", "title": "Greet", "description": "Greet somebody.",
        "arguments": [{"name": "who", "description": "Somebody.", "required": true}],
        "icons": [{"src": "https://a.example/icon.png"}],
        "_meta": {"a.example/colour": "red"},
    })
}

fn read() -> Value {
    json!([{
        "uri": "notes://today", "mimeType": "text/html", "text": "<p>",
        "_meta": {"ui": {"prefersBorder": true}},
    }])
}

fn got() -> Value {
    json!({
        "description": "Greet Ada.",
        "messages": [{"role": "user", "content": {"type": "text", "text": "Hi", "annotations": {"priority": 1.0}}}],
        "_meta": {"a.example/took": 3},
    })
}

/// A server of `revision` with one resource and one prompt.
pub(super) async fn other(revision: Revision) -> LocalServer {
    let answer = move |_: usize, asked: &Asked| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let result = |mut result: Value| {
            if revision.is_modern() {
                result["resultType"] = json!("complete");
            }
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            Reply::json(200, answer)
        };
        let about = json!({"resources": {}, "prompts": {}});
        match message["method"].as_str() {
            Some("server/discover") if revision.is_modern() => result(json!({
                "supportedVersions": [revision.to_string()], "capabilities": about,
            })),
            Some("initialize") if !revision.is_modern() => result(json!({
                "protocolVersion": revision.to_string(), "capabilities": about,
                "serverInfo": {"name": "other", "version": "1"},
            })),
            Some("notifications/initialized") => Reply::json(202, ""),
            Some("resources/list") => result(json!({"resources": [resource()]})),
            Some("resources/templates/list") => result(json!({"resourceTemplates": []})),
            Some("prompts/list") => result(json!({"prompts": [prompt()]})),
            Some("resources/read") => result(json!({"contents": read()})),
            Some("prompts/get") => result(got()),
            Some(_) => {
                let error = json!({"code": -32601, "message": "unknown"});
                let answer = json!({"jsonrpc": "2.0", "id": message["id"], "error": error});
                Reply::json(200, answer)
            }
            None => Reply::json(405, ""),
        }
    };
    LocalServer::start(answer).await
}

/// Returns the members of `found` that `sent` has.
fn members_of(sent: &Value, found: &Value) -> Value {
    let names = sent.as_object().unwrap().keys();
    names
        .map(|name| (name.clone(), found[name].clone()))
        .collect()
}

#[tokio::test]
async fn resources_and_prompts_pass_through_with_all_of_their_members() {
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let other = other(revision).await;
        let served = TestServer::start(front(other.url()).await.0).await;
        let client = Modern::of(&served);

        let resources = client.result("resources/list", json!({})).await;
        let found = &resources["resources"][0];
        let mut sent = resource();
        for own in ["uri", "name"] {
            sent.as_object_mut().unwrap().remove(own);
        }
        // It is tagged with its server.
        sent["_meta"]["toolwright/tags"] = json!(["other"]);
        assert_eq!(members_of(&sent, found), sent, "{revision}: {found}");
        let uri = json!({"uri": found["uri"]});
        let contents = client.result("resources/read", uri).await;
        let part = &contents["contents"][0];
        for member in ["mimeType", "text", "_meta"] {
            assert_eq!(part[member], read()[0][member], "{revision}: {part}");
        }

        let prompts = client.result("prompts/list", json!({})).await;
        let found = &prompts["prompts"][0];
        let mut sent = prompt();
        sent["name"] = json!("other.greet");
        assert_eq!(members_of(&sent, found), sent, "{revision}: {found}");
        let arguments = json!({"name": "other.greet", "arguments": {"who": "Ada"}});
        let greeting = client.result("prompts/get", arguments).await;
        assert_eq!(greeting["description"], got()["description"]);
        assert_eq!(greeting["messages"], got()["messages"]);
        assert_eq!(greeting["_meta"]["a.example/took"], 3, "{greeting}");
    }
}

#[tokio::test]
async fn all_pages_of_a_list_are_read() {
    let paged = LocalServer::start(|_, asked| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let page = message["params"]["cursor"].as_str().unwrap_or("0");
        let number: usize = page.parse().unwrap();
        let tool = json!({"name": format!("t{number}"), "inputSchema": {"type": "object"}});
        let mut list = json!({"tools": [tool]});
        if number < 2 {
            list["nextCursor"] = json!((number + 1).to_string());
        }
        let result = match message["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "paged", "version": "1"},
            }),
            Some("tools/list") => list,
            Some("notifications/initialized") => return Reply::json(202, ""),
            _ => return Reply::json(404, ""),
        };
        Reply::json(
            200,
            json!({"jsonrpc": "2.0", "id": message["id"], "result": result}),
        )
    })
    .await;
    let client = front(paged.url()).await.0.client().await.unwrap();
    let tools = client.tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["other.t0", "other.t1", "other.t2"]);
}
