//! An author wants the name of a built-in tool: to keep the server from starting, or to hide that tool.

use serde_json::json;

use crate::{
    api::{Api, rights::Guarded},
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
    let removed = crate::harness::run(registry.toolwright(&["tools", "remove", "calculator"]));
    assert_eq!(removed.code, Some(0), "{}", removed.stderr);
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
    let list = guarded
        .send(&guarded.caller, "GET", "tools", &json!(null))
        .await
        .expect(200);
    let names = crate::api::names(&list);
    assert!(names.contains(&"calculator".to_owned()), "{names:?}");
}

#[tokio::test]
async fn a_draft_does_not_run_under_the_name_of_another_tool() {
    let settings = [("MCP_ALLOWED_TOOLS", "calculator")];
    let api = Api::with_settings(json!([]), &settings).await;
    for name in ["calculator", "web_search"] {
        let trial = json!({"spec": constant(name, "1"), "arguments": {}});
        assert_eq!(api.post("tools/test", trial).await.status, 409, "{name}");
    }
}
