//! An author wants the name of a built-in tool: to keep the server from starting, or to hide that tool.

use serde_json::json;

use crate::{
    api::{Api, rights::Guarded},
    harness::{Serving, run},
    registry::{Registry, constant},
};

#[tokio::test]
async fn the_name_of_a_built_in_tool_that_is_off_is_not_free() {
    let api = Api::with(json!([])).await;
    for name in ["code_execution", "web_search", "calculator"] {
        for active in [true, false] {
            let mut tool = constant(name, "1");
            tool["is_active"] = json!(active);
            assert_eq!(api.post("tools", tool).await.status, 409, "{name} {active}");
        }
    }
}

#[tokio::test]
async fn a_server_starts_although_a_registered_tool_has_the_name_of_a_built_in_one() {
    let registry = Registry::with(json!([
        constant("calculator", "'planted'"),
        constant("other", "1")
    ]));
    let client = registry.client_with(&[]).await;
    let output = client
        .call("calculator", json!({"expression": "6 * 7"}))
        .await
        .unwrap();
    assert!(
        output.joined_text().contains("42"),
        "{}",
        output.joined_text()
    );
    let output = client.call("other", json!({})).await.unwrap();
    assert!(!output.is_error);
    client.close().await.unwrap();
    let removed = run(registry.toolwright(&["tools", "remove", "calculator"]));
    assert_eq!(removed.code, Some(0), "{}", removed.stderr);
}

#[test]
fn a_built_in_tool_that_is_switched_on_does_not_meet_a_tool_of_its_name() {
    let names = ["code_execution", "web_search"];
    let planted = names.map(|name| {
        let mut planted = constant(name, "'planted'");
        planted["owner"] = json!("author");
        planted
    });
    let registry = Registry::with(json!(planted));
    let on = |words: &[&str]| {
        let mut command = registry.toolwright(words);
        command
            .env("TOOLWRIGHT_CODE_EXECUTION", "true")
            .env("TOOLWRIGHT_SEARCH_URL", "http://127.0.0.1:1");
        command
    };
    let mut serving = Serving::start(on(&["serve", "--port", "0"]));
    serving.kill();
    let listed = run(on(&["tools"]));
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    assert!(!listed.stdout.contains("A constant."), "{}", listed.stdout);
    for name in names {
        let warned =
            format!("the registered tool `{name}` is switched off: a built-in tool has its name");
        assert!(listed.stderr.contains(&warned), "{}", listed.stderr);
        let removed = run(on(&["tools", "remove", name]));
        assert_eq!(removed.code, Some(0), "{}", removed.stderr);
    }
    assert!(!registry.read().contains("planted"), "{}", registry.read());
    let listed = run(on(&["tools"]));
    assert!(!listed.stderr.contains("switched off"), "{}", listed.stderr);
}

#[tokio::test]
async fn a_tool_that_is_off_does_not_hide_the_built_in_one_of_its_name() {
    let mut hiding = constant("calculator", "1");
    hiding["owner"] = json!("author");
    hiding["is_active"] = json!(false);
    let guarded = Guarded::start_with(vec![hiding]).await;
    let seen = guarded
        .send(&guarded.caller, "GET", "tools/calculator", &json!(null))
        .await;
    assert_eq!(seen.expect(200)["origin"], "compiled");
}

#[tokio::test]
async fn a_tool_that_is_off_does_not_take_the_built_in_one_of_its_name_out_of_the_list() {
    let mut hiding = constant("calculator", "1");
    hiding["owner"] = json!("author");
    hiding["is_active"] = json!(false);
    let guarded = Guarded::start_with(vec![hiding]).await;
    let list = guarded
        .send(&guarded.caller, "GET", "tools", &json!(null))
        .await
        .expect(200);
    let names = crate::api::names(&list);
    assert!(names.contains(&"calculator".to_owned()), "{names:?}");
}

#[tokio::test]
async fn a_draft_does_not_run_under_the_name_of_another_tool() {
    let mut allowed = constant("allowed", "1");
    (allowed["owner"], allowed["is_public"]) = (json!("owner"), json!(true));
    let settings = [("MCP_ALLOWED_TOOLS", "calculator,allowed,own")];
    let guarded = Guarded::start_with_settings(vec![allowed], &settings).await;
    let run = async |name: &str| {
        let trial = json!({"spec": constant(name, "1"), "arguments": {}});
        let author = &guarded.author;
        guarded.send(author, "POST", "tools/test", &trial).await
    };
    for name in ["calculator", "web_search", "allowed"] {
        let refused = run(name).await;
        assert_eq!(refused.status, 409, "{name}: {}", refused.body);
    }
    // A name that is allowed and free.
    let ran = run("own").await;
    assert_eq!(ran.expect(200)["result"], 1);
}
