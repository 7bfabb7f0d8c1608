//! What a caller may not call is not listed for it, and answers as unknown.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::{
    Resource, ResourceDef, Tool, ToolDef, ToolOutput,
    content::ResourceContents,
    prelude::*,
    resource::{ResourceOutput, Variables},
};

use super::{asking, client, open_session, post};
use crate::harness::{Body, Modern, TestServer, defined_tool, new_server, tool_names};

fn named(definition: ToolDef) -> Arc<dyn Tool> {
    let name = definition.name().to_owned();
    defined_tool(definition, move |_, _| {
        let name = name.clone();
        async move { Ok(ToolOutput::text(name)) }
    })
}

/// A resource that belongs to a tool.
struct Of(ResourceDef);

impl Resource for Of {
    fn definition(&self) -> &ResourceDef {
        &self.0
    }

    fn read(
        &self,
        _: Context,
        _: Variables,
    ) -> toolwright::BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        let contents = vec![ResourceContents::text(self.0.uri(), "text/plain", "secret")];
        Box::pin(async { Ok(contents.into()) })
    }
}

/// A tool for all, one of Ada's own, one that needs a scope, and a resource of each and of a tool that
/// is not there.
async fn server() -> TestServer {
    let definition = |name: &str| ToolDef::new(name, "A tool of a test.");
    let tools = [
        named(definition("get_time")),
        named(definition("mine").private_to("ada")),
        named(definition("wipe").scope("admin:wipe")),
    ];
    let of = |tool: &str| {
        let definition = ResourceDef::new(format!("of://{tool}"), format!("of_{tool}"), "A page.");
        Arc::new(Of(definition.belongs_to(tool))) as Arc<dyn Resource>
    };
    let resources = ["get_time", "mine", "wipe", "gone"].map(of);
    asking(new_server().tools(tools).resources(resources)).await
}

async fn listed(client: &Modern) -> Vec<String> {
    let list = client.result("tools/list", json!({})).await;
    tool_names(&list)
        .into_iter()
        .map(ToOwned::to_owned)
        .collect()
}

async fn pages(client: &Modern) -> Vec<String> {
    let list = client.result("resources/list", json!({})).await;
    let pages = list["resources"].as_array().unwrap().iter();
    pages
        .map(|page| page["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn each_caller_sees_and_calls_what_it_may() {
    let server = server().await;
    let all = ["get_time", "mine", "wipe"];
    for (key, expected) in [
        ("bob", &["get_time"][..]),
        ("bob/author", &["get_time"]),
        ("ada", &["get_time", "mine"]),
        ("bob/scopes=admin:wipe,other", &["get_time", "wipe"]),
        ("bob/scopes=other", &["get_time"]),
        ("ada/tools=get_*", &["get_time"]),
        ("ada/tools=m*,wipe", &["mine"]),
        ("eve/admin", &all),
        ("eve/admin/tools=wipe", &["wipe"]),
    ] {
        let client = client(&server, key);
        assert_eq!(listed(&client).await, expected, "{key}");
        let of: Vec<_> = expected.iter().map(|name| format!("of_{name}")).collect();
        assert_eq!(pages(&client).await, of, "{key}");
        for name in all {
            let unknown = client.call("nothing", json!({})).await;
            let answer = client.call(name, json!({})).await;
            let read = client.ask("resources/read", json!({"uri": format!("of://{name}")}));
            if expected.contains(&name) {
                assert_eq!(answer.into_result()["content"][0]["text"], name, "{key}");
                assert_eq!(read.await.into_result()["contents"][0]["text"], "secret");
            } else {
                let expected = unknown_as(&unknown.body, name);
                assert_eq!(answer.body, expected, "{key} and {name}");
                let unknown = client.ask("resources/read", json!({"uri": "of://nothing"}));
                let expected = unknown_as(&unknown.await.body, name);
                assert_eq!(read.await.body, expected, "{key} and {name}");
            }
        }
    }
}

/// The answer to a call of an unknown tool, had it this name.
fn unknown_as(body: &Body, name: &str) -> Body {
    match body {
        Body::Json(json) => {
            let text = json.to_string().replace("nothing", name);
            Body::Json(serde_json::from_str::<Value>(&text).unwrap())
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_right_that_changes_holds_at_once_in_an_open_session() {
    let server = server().await;
    let id = open_session(&server, "bob/scopes=admin:wipe").await;
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    for (key, expected) in [
        ("bob/scopes=admin:wipe", &["get_time", "wipe"][..]),
        ("bob", &["get_time"]),
        ("bob/scopes=admin:wipe", &["get_time", "wipe"]),
    ] {
        let request = post(&server, key, &list).header("mcp-session-id", &id);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(tool_names(&answer["result"]), expected, "{key}");
    }
}

#[tokio::test]
async fn a_mounted_server_decides_by_the_names_of_the_outer_one() {
    let inner = new_server().tools([named(ToolDef::new("get_time", "Tell the time."))]);
    let server = asking(new_server().mount("clock", inner)).await;
    let may = client(&server, "bob/tools=clock_*");
    assert_eq!(listed(&may).await, ["clock_get_time"]);
    let said = may.call("clock_get_time", json!({})).await.into_result();
    assert_eq!(said["content"][0]["text"], "get_time");
    let may_not = client(&server, "bob/tools=get_time");
    assert_eq!(listed(&may_not).await, [""; 0]);
}

#[tokio::test]
async fn the_authenticator_of_a_mounted_server_protects_the_whole() {
    let inner = new_server().tools([named(ToolDef::new("get_time", "Tell the time."))]);
    let inner = inner.authenticate(super::Trusting);
    let server = TestServer::start(new_server().mount("clock", inner)).await;
    let refused = Modern::of(&server).ask("tools/list", json!({})).await;
    assert_eq!(refused.status, 401);
    assert_eq!(listed(&client(&server, "bob")).await, ["clock_get_time"]);
}

#[tokio::test]
async fn an_authenticator_protects_the_whole_also_over_two_mounts() {
    let inner = new_server().tools([named(ToolDef::new("get_time", "Tell the time."))]);
    let middle = new_server().mount("wall", inner.authenticate(super::Trusting));
    let server = TestServer::start(new_server().mount("clock", middle)).await;
    let refused = Modern::of(&server).ask("tools/list", json!({})).await;
    assert_eq!(refused.status, 401);
}
