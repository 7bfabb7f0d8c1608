//! An agent as a virtual server, over HTTP and standard input and output.

use serde_json::{Value, json};

use super::{agent, client, server_with, tools, write};
use crate::{
    harness::{Answer, Child, Modern, Session},
    registry::{Registry, constant},
};

#[tokio::test]
async fn an_agent_serves_its_tools_its_instructions_and_its_prompt_alone() {
    let api = server_with(json!([agent("helper", &["one", "calculator"])])).await;
    let helper = client(&api, "helper");
    assert_eq!(tools(&helper).await, ["calculator", "one"]);
    let found = helper.result("server/discover", json!({})).await;
    assert_eq!(found["instructions"], "You are helper.");
    assert!(found["capabilities"]["prompts"].is_object());
    let prompts = helper.result("prompts/list", json!({})).await;
    assert_eq!(prompts["prompts"].as_array().unwrap().len(), 1);
    assert_eq!(prompts["prompts"][0]["name"], "helper");
    let prompt = helper
        .result("prompts/get", json!({"name": "helper"}))
        .await;
    let expected =
        json!([{"role": "user", "content": {"type": "text", "text": "You are helper."}}]);
    assert_eq!(prompt["messages"], expected);
    let called = helper.call("one", json!({})).await.into_result();
    assert_eq!(called["content"][0]["text"], "1");
    // The whole server is as it was.
    let whole = Modern::of(&api.server);
    assert!(tools(&whole).await.contains(&"two".to_owned()));
    let whole = whole.result("server/discover", json!({})).await;
    assert!(
        whole["instructions"]
            .as_str()
            .unwrap()
            .starts_with("Ready tools")
    );
}

#[tokio::test]
async fn a_tool_that_is_not_in_the_list_is_like_none() {
    let api = server_with(json!([agent("helper", &["one"])])).await;
    let helper = client(&api, "helper");
    let refusal = async |name: &str| {
        let answer = helper.call(name, json!({})).await;
        let text = format!("{answer:?}");
        text.replace(name, "NAME")
    };
    assert_eq!(refusal("two").await, refusal("none").await);
    let text = refusal("two").await;
    assert!(
        text.contains("unknown tool") || text.contains("NAME"),
        "{text}"
    );
    let whole = Modern::of(&api.server).call("two", json!({})).await;
    assert_eq!(whole.into_result()["content"][0]["text"], "2");
}

#[tokio::test]
async fn tools_that_are_gone_or_off_are_left_out_and_told() {
    let listed = ["one", "off", "gone", "019a9f3c-0000-7000-8000-000000000001"];
    let api = server_with(json!([agent("helper", &listed)])).await;
    assert_eq!(tools(&client(&api, "helper")).await, ["one"]);
    let view = api.get("agents/helper").await.expect(200);
    assert_eq!(view["tools"], json!(["one"]));
    assert_eq!(
        view["left_out"],
        json!([
            {"tool": "off", "name": "off", "reason": "inactive"},
            {"tool": "gone", "name": null, "reason": "unavailable"},
            {"tool": listed[3], "name": null, "reason": "unavailable"},
        ])
    );
    // Switched on, it is there without a change of the agent.
    let on = api
        .change(
            reqwest::Method::PATCH,
            "tools/off",
            1,
            json!({"is_active": true}),
        )
        .await;
    assert_eq!(on.status, 200, "{}", on.body);
    assert_eq!(tools(&client(&api, "helper")).await, ["off", "one"]);
}

#[tokio::test]
async fn a_session_of_an_agent_sees_its_changes_and_its_end() {
    let api = server_with(json!([agent("helper", &["one"]), agent("other", &["two"])])).await;
    let path = "/mcp/agents/helper";
    let session = Session::at(&api.server, path, "2025-11-25", json!({})).await;
    assert_eq!(session.greeting["instructions"], "You are helper.");
    let mut events = session.listen().await;
    let names = async |id: i64| {
        let list = session.ask(id, "tools/list", json!({})).await.into_result();
        crate::harness::tool_names(&list).join(",")
    };
    assert_eq!(names(1).await, "one");
    let changed = api
        .change(
            reqwest::Method::PATCH,
            "agents/helper",
            1,
            json!({"tools": ["two", "one"]}),
        )
        .await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    let told = events.message().await;
    assert_eq!(told["method"], "notifications/tools/list_changed");
    assert_eq!(names(2).await, "one,two");
    // An agent that is switched off is gone at once.
    let off = api
        .change(
            reqwest::Method::PATCH,
            "agents/helper",
            2,
            json!({"is_active": false}),
        )
        .await;
    assert_eq!(off.status, 200, "{}", off.body);
    assert_eq!(session.ask(3, "tools/list", json!({})).await.status, 404);
}

#[tokio::test]
async fn a_session_of_an_agent_works_nowhere_else() {
    let agents = json!([agent("helper", &["one"]), agent("other", &["two"])]);
    let api = server_with(agents).await;
    let path = "/mcp/agents/helper";
    let session = Session::at(&api.server, path, "2025-11-25", json!({})).await;
    for elsewhere in ["/mcp", "/mcp/agents/other"] {
        let request = api.server.http().post(api.server.url(elsewhere));
        let request = request
            .header("accept", "application/json, text/event-stream")
            .header("mcp-session-id", session.id())
            .header("mcp-protocol-version", "2025-11-25");
        let body = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list", "params": {}});
        let answer = Answer::read(request.json(&body).send().await.unwrap()).await;
        assert_eq!(answer.status, 404, "{elsewhere}");
    }
}

#[tokio::test]
async fn calls_have_the_agent_in_the_log() {
    let api = server_with(json!([agent("helper", &["one"])])).await;
    client(&api, "helper").call("one", json!({})).await;
    Modern::of(&api.server).call("one", json!({})).await;
    let calls = api.get("executions").await.expect(200);
    let agents = calls["items"].as_array().unwrap().iter();
    let agents: Vec<_> = agents.map(|call| call["agent"].clone()).collect();
    assert_eq!(agents, [Value::Null, json!("helper")]);
}

#[tokio::test]
async fn a_plan_of_an_agent_calls_no_other_tools() {
    let registry = Registry::with(json!([constant("one", "1"), constant("two", "2")]));
    write(&registry, json!([agent("helper", &["one", "run_plan"])]));
    let api = crate::api::Api::of(registry, &[("TOOLWRIGHT_PLANS", "true")]).await;
    let helper = client(&api, "helper");
    assert_eq!(tools(&helper).await, ["one", "run_plan"]);
    let steps =
        json!({"steps": [{"tool": "one", "arguments": {}}, {"tool": "two", "arguments": {}}]});
    let run = helper.call("run_plan", steps).await.into_result();
    let text = run.to_string();
    assert!(
        text.contains("unknown tool") || text.contains("not_found"),
        "{text}"
    );
}

#[test]
fn a_host_starts_an_agent_on_its_standard_streams() {
    let registry = Registry::with(json!([constant("one", "1"), constant("two", "2")]));
    write(&registry, json!([agent("helper", &["two"])]));
    let mut child = Child::spawn(&mut registry.toolwright(&["stdio", "--agent", "helper"]));
    child.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "it", "version": "1"},
    }}));
    assert_eq!(child.message()["result"]["instructions"], "You are helper.");
    child.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    child.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}));
    let list = child.message();
    assert_eq!(crate::harness::tool_names(&list["result"]), ["two"]);
    let unknown = crate::harness::run(registry.toolwright(&["stdio", "--agent", "nobody"]));
    assert_eq!(unknown.code, Some(1));
    assert!(
        unknown.stderr.contains("there is no agent `nobody`"),
        "{}",
        unknown.stderr
    );
}
