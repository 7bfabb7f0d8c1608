//! Questions on 2026-07-28 that cannot be asked, and states that do not open.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::{ToolOutput, prelude::*};

use super::rounds::{able, accept, form, state_of, two_rounds};
use crate::harness::{Answer, Modern, TestServer, error, new_server, tool};

/// Ask who wants to read.
#[resource("refused-rounds://{place}")]
async fn asking_place(place: String, ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("Who reads?").key("reader").await?;
    Ok(format!("{place} for {name}"))
}

/// Ask for whom it is written.
#[prompt]
async fn asking_prompt(ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("For whom?").key("reader").await?;
    Ok(format!("Write to {name}."))
}

async fn start() -> TestServer {
    let think = tool("think", |ctx, _| async move {
        Ok(ToolOutput::text(ctx.sample("Think.").await?.text()))
    });
    let look = tool("look", |ctx, _| async move {
        Ok(ToolOutput::text(ctx.roots().await?.len().to_string()))
    });
    let server = new_server()
        .tools([two_rounds(&Arc::default()), think, look])
        .resources(resources![asking_place])
        .prompts(prompts![asking_prompt]);
    TestServer::start(server).await
}

fn refused() -> Answer {
    let why = "`requestState` is invalid or expired for this request";
    Answer::json(200, error(1, -32602, why))
}

/// A state of the first round, with the first name in it.
async fn state(modern: &Modern, arguments: Value) -> String {
    let params = json!({
        "name": "two_rounds",
        "arguments": arguments,
        "inputResponses": {"first": accept("Ada")},
    });
    let asked = modern.result("tools/call", params).await;
    state_of(asked, json!({"last": form("Last name?")}))
}

#[tokio::test]
async fn a_modified_request_state_is_refused() {
    let server = start().await;
    let modern = able(&server);
    let state = state(&modern, json!({})).await;
    let mut flipped = state.clone().into_bytes();
    let middle = flipped.len() / 2;
    flipped[middle] = if flipped[middle] == b'A' { b'B' } else { b'A' };
    let flipped = String::from_utf8(flipped).unwrap();
    for changed in [
        format!("{state}x"),
        flipped,
        state[..20].to_owned(),
        String::new(),
    ] {
        let params = json!({"name": "two_rounds", "arguments": {}, "requestState": changed});
        assert_eq!(
            modern.ask("tools/call", params).await,
            refused(),
            "{changed}"
        );
    }
}

#[tokio::test]
async fn the_state_of_another_request_is_refused() {
    let server = start().await;
    let modern = able(&server);
    let state = state(&modern, json!({"a": 1})).await;
    for params in [
        json!({"name": "two_rounds", "arguments": {"a": 2}, "requestState": state}),
        json!({"name": "two_rounds", "requestState": state}),
        json!({"name": "think", "arguments": {"a": 1}, "requestState": state}),
    ] {
        assert_eq!(modern.ask("tools/call", params).await, refused());
    }
    let prompt = json!({"name": "asking_prompt", "requestState": state});
    assert_eq!(modern.ask("prompts/get", prompt).await, refused());
    let resource = json!({"uri": "refused-rounds://attic", "requestState": state});
    assert_eq!(modern.ask("resources/read", resource).await, refused());
}

#[tokio::test]
async fn the_state_of_another_server_is_refused() {
    let (one, other) = (start().await, start().await);
    let state = state(&able(&one), json!({})).await;
    let params = json!({"name": "two_rounds", "arguments": {}, "requestState": state});
    assert_eq!(able(&other).ask("tools/call", params).await, refused());
}

#[tokio::test]
async fn input_responses_must_be_an_object() {
    let server = start().await;
    let params = json!({"name": "two_rounds", "inputResponses": [1]});
    assert_eq!(
        able(&server).ask("tools/call", params).await,
        Answer::json(200, error(1, -32602, "`inputResponses` must be an object"))
    );
}

#[tokio::test]
async fn the_error_names_the_missing_capability() {
    let server = start().await;
    let modern = Modern::of(&server);
    let elicitation = json!({"elicitation": {}});
    for (method, params, required) in [
        (
            "tools/call",
            json!({"name": "two_rounds"}),
            elicitation.clone(),
        ),
        (
            "tools/call",
            json!({"name": "think"}),
            json!({"sampling": {}}),
        ),
        ("tools/call", json!({"name": "look"}), json!({"roots": {}})),
        (
            "prompts/get",
            json!({"name": "asking_prompt"}),
            elicitation.clone(),
        ),
        (
            "resources/read",
            json!({"uri": "refused-rounds://attic"}),
            elicitation,
        ),
    ] {
        let why = format!("this client lacks a capability that the call needs: {required}");
        let mut expected = error(1, -32021, &why);
        expected["error"]["data"] = json!({"requiredCapabilities": required});
        let answer = modern.ask(method, params).await;
        assert_eq!(answer, Answer::json(400, expected), "{method}");
    }
}

#[tokio::test]
async fn a_client_with_url_elicitation_only_gets_no_form() {
    let server = start().await;
    let pages = Modern::of(&server).able(json!({"elicitation": {"url": {}}}));
    let answer = pages.call("two_rounds", json!({})).await;
    assert_eq!(answer.status, 400);
}
