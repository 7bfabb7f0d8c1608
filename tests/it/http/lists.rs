//! Lists: their order, their pages, and what every modern result carries.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use toolwright::{Server, Tool, ToolOutput, prelude::*};

use crate::{
    fixtures::said,
    harness::{
        Answer, Modern, Session, TestServer, complete, error, new_server, result, tool, tool_names,
    },
};

/// The weather of a city.
#[resource("list-weather://{city}")]
async fn list_weather(city: String) -> String {
    city
}

/// The list that all clients get.
#[resource("list-terms://all")]
async fn list_terms() -> &'static str {
    "be kind"
}

/// Greet somebody.
#[prompt]
async fn list_greeting(#[default("you".to_owned())] name: String) -> String {
    format!("Hello, {name}!")
}

fn named(name: &str) -> Arc<dyn Tool> {
    tool(name, |_, _| async { Ok(ToolOutput::text("done")) })
}

fn of_tools(names: &[&str]) -> Server {
    new_server().tools(names.iter().map(|name| named(name)))
}

#[tokio::test]
async fn tools_are_listed_by_name() {
    let server = TestServer::start(of_tools(&["c", "a10", "B", "a2", "a"])).await;
    let list = Modern::of(&server).result("tools/list", json!({})).await;
    assert_eq!(tool_names(&list), ["B", "a", "a10", "a2", "c"]);
    for _ in 0..3 {
        assert_eq!(
            Modern::of(&server).result("tools/list", json!({})).await,
            list
        );
    }
}

#[tokio::test]
async fn a_list_is_read_page_by_page() {
    let five = of_tools(&["a", "b", "c", "d", "e"]).page_size(2);
    let server = TestServer::start(five).await;
    for ask in [false, true] {
        let mut pages = Vec::new();
        let mut params = json!({});
        loop {
            let page = if ask {
                Modern::of(&server).result("tools/list", params).await
            } else {
                let session = Session::open(&server).await;
                session.ask(1, "tools/list", params).await.into_result()
            };
            pages.push(tool_names(&page).join(" "));
            match page.get("nextCursor") {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => break,
            }
        }
        assert_eq!(pages, ["a b", "c d", "e"]);
    }
}

#[tokio::test]
async fn a_full_last_page_has_no_cursor() {
    let server = TestServer::start(of_tools(&["a", "b"]).page_size(2)).await;
    let list = Modern::of(&server).result("tools/list", json!({})).await;
    assert_eq!(
        (tool_names(&list), list.get("nextCursor")),
        (vec!["a", "b"], None)
    );
}

#[tokio::test]
async fn a_cursor_stays_valid_when_entries_change() {
    let server = TestServer::start(of_tools(&["a", "b", "c", "d"]).page_size(2)).await;
    let modern = Modern::of(&server);
    let first = modern.result("tools/list", json!({})).await;
    assert!(server.catalog().remove_tool("b"));
    server.catalog().add_tool(named("aa")).unwrap();
    let next = json!({"cursor": first["nextCursor"]});
    assert_eq!(
        tool_names(&modern.result("tools/list", next).await),
        ["c", "d"]
    );
}

#[tokio::test]
async fn an_invalid_cursor_is_refused() {
    let server = TestServer::start(of_tools(&["a"])).await;
    for cursor in ["***", "invalid cursor", "/w=="] {
        let expected = error(
            1,
            -32602,
            &format!("`{cursor}` is not a cursor of this server"),
        );
        let answer = Modern::of(&server)
            .ask("tools/list", json!({"cursor": cursor}))
            .await;
        assert_eq!(answer, Answer::json(200, expected));
    }
    let answer = Modern::of(&server)
        .ask("tools/list", json!({"cursor": 3}))
        .await;
    assert_eq!(answer.refusal(), (400, Some(-32602)));
}

async fn with_everything() -> TestServer {
    let server = new_server()
        .tools([named("a")])
        .resources(resources![list_weather, list_terms])
        .prompts(prompts![list_greeting])
        .list_ttl(Duration::from_secs(5));
    TestServer::start(server).await
}

/// These members as every list of 2026-07-28 has them.
fn cached(mut members: Value, ttl: u64) -> Value {
    members["ttlMs"] = json!(ttl);
    members["cacheScope"] = json!("private");
    complete(members)
}

#[tokio::test]
async fn every_modern_list_has_its_ttl_and_the_server_info() {
    let server = with_everything().await;
    let modern = Modern::of(&server);
    let input = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let tools = json!([{"name": "a", "description": "A tool of a test.", "inputSchema": input}]);
    let resources = json!([
        {"uri": "list-terms://all", "name": "list_terms", "description": "The list that all clients get."},
    ]);
    let templates = json!([
        {"uriTemplate": "list-weather://{city}", "name": "list_weather", "description": "The weather of a city."},
    ]);
    let prompts = json!([{
        "name": "list_greeting",
        "description": "Greet somebody.",
        "arguments": [{"name": "name", "required": false}],
    }]);
    for (method, member, list) in [
        ("tools/list", "tools", tools),
        ("resources/list", "resources", resources),
        ("resources/templates/list", "resourceTemplates", templates),
        ("prompts/list", "prompts", prompts),
    ] {
        let expected = cached(json!({member: list}), 5000);
        assert_eq!(modern.result(method, json!({})).await, expected, "{method}");
    }
}

#[tokio::test]
async fn every_other_modern_result_has_its_type_and_the_server_info() {
    let server = with_everything().await;
    let modern = Modern::of(&server);
    let read = json!({"contents": [
        {"uri": "list-terms://all", "mimeType": "text/plain", "text": "be kind"},
    ]});
    let got = json!({
        "description": "Greet somebody.",
        "messages": [{"role": "user", "content": {"type": "text", "text": "Hello, you!"}}],
    });
    let completed = json!({"completion": {"values": [], "total": 0, "hasMore": false}});
    let reference = json!({"type": "ref/prompt", "name": "list_greeting"});
    let complete_params = json!({"ref": reference, "argument": {"name": "name", "value": ""}});
    for (method, params, expected) in [
        ("tools/call", json!({"name": "a"}), complete(said("done"))),
        (
            "resources/read",
            json!({"uri": "list-terms://all"}),
            cached(read, 0),
        ),
        (
            "prompts/get",
            json!({"name": "list_greeting"}),
            complete(got),
        ),
        ("completion/complete", complete_params, complete(completed)),
    ] {
        assert_eq!(modern.result(method, params).await, expected, "{method}");
    }
}

#[tokio::test]
async fn a_legacy_result_has_none_of_the_modern_members() {
    let server = with_everything().await;
    let session = Session::open(&server).await;
    let read = json!({"contents": [
        {"uri": "list-terms://all", "mimeType": "text/plain", "text": "be kind"},
    ]});
    assert_eq!(
        session
            .ask(1, "resources/read", json!({"uri": "list-terms://all"}))
            .await,
        Answer::json(200, result(1, read))
    );
    let list = session.ask(2, "tools/list", json!({})).await.into_result();
    let members: Vec<_> = list.as_object().unwrap().keys().collect();
    assert_eq!(members, ["tools"]);
}

#[tokio::test]
async fn an_unknown_name_has_the_error_code_of_its_era() {
    let server = with_everything().await;
    let (modern, session) = (Modern::of(&server), Session::open(&server).await);
    let missing = |id: i64, code: i64| {
        let mut message = error(id, code, "unknown resource `list-terms://none`");
        message["error"]["data"] = json!({"uri": "list-terms://none"});
        Answer::json(200, message)
    };
    let read = json!({"uri": "list-terms://none"});
    assert_eq!(
        modern.ask("resources/read", read.clone()).await,
        missing(1, -32602)
    );
    assert_eq!(
        session.ask(2, "resources/read", read).await,
        missing(2, -32002)
    );
    let unknown = |id: i64, kind: &str| {
        Answer::json(200, error(id, -32602, &format!("unknown {kind} `none`")))
    };
    for (method, kind) in [("tools/call", "tool"), ("prompts/get", "prompt")] {
        let params = json!({"name": "none"});
        assert_eq!(modern.ask(method, params.clone()).await, unknown(1, kind));
        assert_eq!(session.ask(3, method, params).await, unknown(3, kind));
    }
}
