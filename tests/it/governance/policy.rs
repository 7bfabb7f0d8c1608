//! The policy: a denied tool looks like one that does not exist.

use serde_json::json;
use toolwright::{
    ToolDef, ToolOutput,
    govern::{NamePattern, Policy},
    schema::{InputSchema, Parameter},
};

use super::governed;
use crate::harness::{Modern, Session, TestServer, defined_tool, new_server, tool, tool_names};

async fn server(policy: Policy) -> (TestServer, super::Records) {
    let done = |_, _| async { Ok(ToolOutput::text("done")) };
    let routed = ToolDef::new("secret_route", "Routed by a header.").with_input(
        InputSchema::new().parameter(Parameter::<String>::new("region").header("Region")),
    );
    let tools = [
        tool("open_door", done),
        tool("open_window", done),
        tool("secret", done),
    ];
    let server = new_server()
        .tools(tools)
        .tools([defined_tool(routed, done)]);
    let (server, records) = governed(server.policy(policy));
    (TestServer::start(server).await, records)
}

#[tokio::test]
async fn only_allowed_tools_are_listed_and_run() {
    let patterns = ["open_*"].map(NamePattern::new);
    let (server, _) = server(Policy::only(patterns)).await;
    let client = Modern::of(&server);
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(tool_names(&list), ["open_door", "open_window"]);
    let session = Session::open(&server).await;
    let list = session.ask(1, "tools/list", json!({})).await.into_result();
    assert_eq!(tool_names(&list), ["open_door", "open_window"]);
    let done = client.call("open_door", json!({})).await.into_result();
    assert_eq!(done["content"][0]["text"], "done");
}

#[tokio::test]
async fn a_denied_tool_answers_like_an_unknown_one() {
    let (server, records) = server(Policy::only([NamePattern::new("open_door")])).await;
    let client = Modern::of(&server);
    let session = Session::open(&server).await;
    let call = |name: &str| json!({"name": name, "arguments": {"region": "eu"}});
    for (denied, unknown) in [("secret", "nobody"), ("secret_route", "nobody_at_all")] {
        let renamed = |answer: String| answer.replace(unknown, denied);
        let (one, other) = (
            client.ask("tools/call", call(denied)),
            client.ask("tools/call", call(unknown)),
        );
        assert_eq!(
            format!("{:?}", one.await),
            renamed(format!("{:?}", other.await))
        );
        let one = session.ask(1, "tools/call", call(denied)).await;
        let other = session.ask(1, "tools/call", call(unknown)).await;
        assert_eq!(format!("{one:?}"), renamed(format!("{other:?}")));
    }
    let told: Vec<_> = records
        .taken()
        .into_iter()
        .map(|record| (record["tool"].clone(), record["outcome"].clone()))
        .collect();
    let expected = [
        ("secret", "denied"),
        ("nobody", "not_found"),
        ("secret", "denied"),
        ("nobody", "not_found"),
        ("secret_route", "denied"),
        ("nobody_at_all", "not_found"),
        ("secret_route", "denied"),
        ("nobody_at_all", "not_found"),
    ];
    assert_eq!(
        told,
        expected.map(|(tool, outcome)| (json!(tool), json!(outcome)))
    );
}

#[tokio::test]
async fn no_tool_is_listed_or_run_if_tools_are_off() {
    let (server, _) = server(Policy::none()).await;
    let client = Modern::of(&server);
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(tool_names(&list), Vec::<&str>::new());
    let answer = client.call("open_door", json!({})).await;
    assert_eq!(answer.refusal().1, Some(-32602));
}
