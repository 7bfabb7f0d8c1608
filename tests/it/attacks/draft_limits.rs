//! Somebody wants more calls than a tool's limit, by trying a draft of the same name with another limit.

use serde_json::{Value, json};

use crate::{api::Api, registry::constant};

fn limited(per_minute: u32) -> Value {
    let mut tool = constant("rare", "1");
    tool["rate_limit"] = json!({"requests_per_minute": per_minute});
    tool
}

#[tokio::test]
async fn a_trial_of_a_draft_does_not_reset_the_limit_of_the_tool() {
    let api = Api::with(json!([limited(2)])).await;
    let call = || async {
        let called = api.post("tools/rare/call", json!({})).await.expect(200);
        called["error_kind"].clone()
    };
    assert_eq!(call().await, Value::Null);
    assert_eq!(call().await, Value::Null);
    assert_eq!(call().await, "rate_limited");
    let trial = json!({"spec": limited(1000), "arguments": {}});
    let tried = api.post("tools/test", trial).await.expect(200);
    assert_eq!(tried["success"], true);
    assert_eq!(call().await, "rate_limited");
}

#[tokio::test]
async fn a_wrapper_of_a_built_in_tool_keeps_the_limit_of_the_server() {
    let wrapper = json!({
        "name": "sums", "type": "builtin", "description": "Calculates.",
        "config": {"tool": "calculator"}, "rate_limit": {"requests_per_minute": 1000},
    });
    let settings = [("TOOLWRIGHT_REQUESTS_PER_MINUTE", "2")];
    let api = Api::with_settings(json!([wrapper]), &settings).await;
    let call = || async {
        let body = json!({"arguments": {"expression": "1"}});
        let called = api.post("tools/sums/call", body).await.expect(200);
        called["error_kind"].clone()
    };
    assert_eq!(call().await, Value::Null);
    assert_eq!(call().await, Value::Null);
    assert_eq!(call().await, "rate_limited");
}
