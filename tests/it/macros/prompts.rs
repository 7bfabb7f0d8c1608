//! Prompts: every kind of argument and of answer.

use serde_json::{Value, json};
use toolwright::{Client, prelude::*};

use crate::harness::new_server;

/// Plan how to reach a goal.
#[prompt(title = "Plan", tags("planning"))]
fn prompt_plan(
    /// What to reach.
    goal: String,
    /// How many days there are.
    #[default(7)]
    days: u32,
    note: Option<String>,
) -> String {
    format!("{goal} in {days} days {note:?}")
}

/// Say one thing.
#[prompt(name = "say-one")]
async fn prompt_one() -> PromptMessage {
    PromptMessage::assistant("I am here.")
}

/// Say several things.
#[prompt]
async fn prompt_several(picture: bool) -> Result<Vec<PromptMessage>, ToolError> {
    let mut messages = vec![PromptMessage::user("Look.")];
    if picture {
        messages.push(PromptMessage::user(Image::new([1, 2, 3], "image/png")));
    }
    Ok(messages)
}

/// Carry a resource along.
#[prompt]
async fn prompt_content() -> Content {
    Content::resource(ResourceContents::text("a:b", "text/plain", "x"))
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mood {
    Glad,
    Sad,
}

/// Be in a mood.
#[prompt]
async fn prompt_mood(mood: Mood) -> String {
    format!("{mood:?}")
}

/// Be in a mood, or not.
#[prompt]
async fn prompt_maybe_mood(mood: Option<Mood>) -> String {
    format!("{mood:?}")
}

/// Fail.
#[prompt]
async fn prompt_broken() -> Result<String, String> {
    Err("no words".into())
}

async fn client() -> Client {
    let prompts = prompts![
        prompt_plan,
        prompt_one,
        prompt_several,
        prompt_content,
        prompt_mood,
        prompt_maybe_mood,
        prompt_broken
    ];
    new_server().prompts(prompts).client().await.unwrap()
}

async fn messages(name: &str, arguments: Value) -> Value {
    json!(client().await.prompt(name, arguments).await.unwrap())
}

async fn refused(name: &str, arguments: Value) -> (i64, String) {
    match client().await.prompt(name, arguments).await.unwrap_err() {
        toolwright::Error::Refused { code, message } => (code, message),
        other => panic!("{other}"),
    }
}

fn said(text: &str) -> Value {
    json!([{"role": "user", "content": {"type": "text", "text": text}}])
}

#[tokio::test]
async fn arguments_are_text_on_the_wire_and_typed_in_the_function() {
    assert_eq!(
        messages(
            "prompt_plan",
            json!({"goal": "7", "days": "3", "note": "now"})
        )
        .await,
        said("7 in 3 days Some(\"now\")")
    );
    assert_eq!(
        messages("prompt_plan", json!({"goal": "rest"})).await,
        said("rest in 7 days None")
    );
}

#[tokio::test]
async fn a_prompt_returns_text_messages_or_content() {
    let here = json!([{"role": "assistant", "content": {"type": "text", "text": "I am here."}}]);
    assert_eq!(messages("say-one", json!({})).await, here);
    let look = json!([
        {"role": "user", "content": {"type": "text", "text": "Look."}},
        {"role": "user", "content": {"type": "image", "data": "AQID", "mimeType": "image/png"}},
    ]);
    assert_eq!(
        messages("prompt_several", json!({"picture": "true"})).await,
        look
    );
    let carried = json!([{
        "role": "user",
        "content": {"type": "resource", "resource": {"uri": "a:b", "mimeType": "text/plain", "text": "x"}},
    }]);
    assert_eq!(messages("prompt_content", json!({})).await, carried);
}

#[tokio::test]
async fn a_missing_or_invalid_argument_is_named() {
    assert_eq!(
        refused("prompt_plan", json!({})).await,
        (-32602, "missing argument `goal`".into())
    );
    assert_eq!(
        refused("prompt_plan", json!({"goal": "x", "days": "many"})).await,
        (
            -32602,
            "argument `days` is `many`, which is not an integer from 0".into()
        )
    );
    for name in ["prompt_mood", "prompt_maybe_mood"] {
        assert_eq!(
            refused(name, json!({"mood": "angry"})).await,
            (
                -32602,
                "argument `mood` is `angry`, which is not one of `glad`, `sad`".into()
            )
        );
    }
    assert_eq!(
        refused("prompt_plan", json!({"goal": 3})).await,
        (
            -32602,
            "the `arguments` of a prompt must be an object of strings".into()
        )
    );
    assert_eq!(
        refused("prompt_broken", json!({})).await,
        (-32603, "no words".into())
    );
}

#[tokio::test]
async fn prompts_are_listed_with_their_arguments() {
    let prompts = client().await.prompts().await.unwrap();
    let names: Vec<_> = prompts
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "prompt_broken",
            "prompt_content",
            "prompt_maybe_mood",
            "prompt_mood",
            "prompt_plan",
            "prompt_several",
            "say-one"
        ]
    );
    let expected = json!({
        "name": "prompt_plan",
        "title": "Plan",
        "description": "Plan how to reach a goal.",
        "arguments": [
            {"name": "goal", "description": "What to reach.", "required": true},
            {"name": "days", "description": "How many days there are.", "required": false},
            {"name": "note", "required": false},
        ],
        "_meta": {"toolwright/tags": ["planning"]},
    });
    assert_eq!(prompts[4], expected);
}
