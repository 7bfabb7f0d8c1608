//! Which tools lists have.

use serde_json::{Value, json};

use super::{LEAN, described, listed};
use crate::{harness::Home, registry::Registry};

fn many(count: usize) -> Value {
    let tools = (0..count).map(|number| described(&format!("tool_{number:02}"), "A tool.", &[]));
    Value::Array(tools.collect())
}

#[tokio::test]
async fn a_lean_list_has_the_pinned_tools_and_those_that_find_others() {
    let registry = Registry::with(many(3));
    let client = registry.client_with(&[LEAN]).await;
    assert_eq!(
        listed(&client).await,
        ["call_tool", "find_tools", "request_human_input"]
    );
    let pinned = ("TOOLWRIGHT_PINNED_TOOLS", "tool_0*, calculator");
    let client = registry.client_with(&[LEAN, pinned]).await;
    let wanted = [
        "calculator",
        "call_tool",
        "find_tools",
        "request_human_input",
        "tool_00",
        "tool_01",
        "tool_02",
    ];
    assert_eq!(listed(&client).await, wanted);
    let client = registry
        .client_with(&[LEAN, ("TOOLWRIGHT_PLANS", "true")])
        .await;
    assert!(listed(&client).await.contains(&"run_plan".to_owned()));
}

#[tokio::test]
async fn a_full_list_has_no_tools_that_find_others() {
    let registry = Registry::with(many(60));
    for settings in [&[][..], &[("TOOLWRIGHT_LISTS", "full")]] {
        let listed = listed(&registry.client_with(settings).await).await;
        assert_eq!(listed.len(), 69);
        assert!(!listed.contains(&"find_tools".to_owned()));
    }
}

#[tokio::test]
async fn a_list_is_lean_by_itself_if_the_caller_may_call_many_tools() {
    let auto = ("TOOLWRIGHT_LISTS", "auto");
    // With the nine of the server.
    let client = Registry::with(many(31)).client_with(&[auto]).await;
    let list = listed(&client).await;
    assert_eq!(
        (list.len(), list.contains(&"find_tools".to_owned())),
        (40, false)
    );
    let registry = Registry::with(many(32));
    let client = registry.client_with(&[auto]).await;
    assert_eq!(
        listed(&client).await,
        ["call_tool", "find_tools", "request_human_input"]
    );
    // Who may call few of them has all of these in the list.
    let few = ("TOOL_WHITELIST", "tool_1*,find_tools,call_tool");
    let client = registry.client_with(&[auto, few]).await;
    assert_eq!(listed(&client).await.len(), 10);
}

#[tokio::test]
async fn what_is_not_in_the_list_can_be_called_by_its_name() {
    let registry = Registry::with(many(1));
    let client = registry.client_with(&[LEAN]).await;
    let answer = client.call("tool_00", json!({})).await.unwrap();
    assert_eq!(answer.joined_text(), "tool_00");
}

#[test]
fn another_mode_is_refused() {
    let program = env!("CARGO_BIN_EXE_toolwright");
    let _home = Home::new();
    let settings = [("TOOLWRIGHT_LISTS", "short")];
    let server = toolwright_server::app::server_with(program.as_ref(), settings);
    let error = server.unwrap_err().to_string();
    assert!(
        error.contains("expected `full`, `lean` or `auto`"),
        "{error}"
    );
}
