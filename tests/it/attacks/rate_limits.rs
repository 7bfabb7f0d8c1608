//! An attacker wants to call a tool more often than its limit allows.

use std::num::NonZeroU32;

use serde_json::{Value, json};
use toolwright::{ToolOutput, govern::Governance, tool::RateLimit};

use crate::harness::{Answer, Modern, Session, TestServer, new_server, tool};

/// A server whose tools may be called twice a minute.
async fn limited_server() -> TestServer {
    let governance = Governance::new().rate_limit(RateLimit {
        per_minute: NonZeroU32::new(2),
        ..RateLimit::default()
    });
    let plain = tool("plain", |_, _| async { Ok(ToolOutput::text("done")) });
    let asking = tool("asking", |ctx, _| async move {
        let name: String = ctx.ask("Who?").key("name").await?;
        Ok(ToolOutput::text(name))
    });
    TestServer::start(new_server().tools([plain, asking]).govern(governance)).await
}

fn is_limited(answer: Answer) -> bool {
    let result = answer.into_result();
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    text.starts_with("too many calls")
}

#[tokio::test]
async fn an_invented_request_state_does_not_lift_the_limit_of_a_session() {
    let server = limited_server().await;
    let session = Session::of(&server, "2025-11-25", json!({})).await;
    let mut limited = 0;
    for id in 2..12 {
        let params = json!({"name": "plain", "arguments": {}, "requestState": "x"});
        limited += usize::from(is_limited(session.ask(id, "tools/call", params).await));
    }
    assert_eq!(limited, 8);
}

#[tokio::test]
async fn a_replayed_request_state_does_not_lift_the_limit() {
    let server = limited_server().await;
    let client = Modern::of(&server).able(json!({"elicitation": {}}));
    let asked = client.result("tools/call", json!({"name": "asking"})).await;
    let answers = json!({"name": {"action": "accept", "content": {"value": "Ada"}}});
    let params: Value = json!({
        "name": "asking",
        "inputResponses": answers,
        "requestState": asked["requestState"],
    });
    let mut limited = Vec::new();
    for _ in 0..6 {
        limited.push(is_limited(client.ask("tools/call", params.clone()).await));
    }
    // The first one continues the call that asked; the second one is the second call of this minute.
    assert_eq!(limited, [false, false, true, true, true, true]);
}
