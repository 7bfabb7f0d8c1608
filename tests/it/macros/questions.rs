//! Asking, confirming, sampling and roots with the in-memory client.

use std::sync::{Arc, Mutex};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toolwright::{
    Client, ToolOutput,
    client::{InputQuestion, Reaction},
    content::Role,
    prelude::*,
};

use crate::harness::{new_server, tool};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Seat {
    Window,
    Aisle,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Traveller {
    /// As in the passport.
    name: String,
    seat: Seat,
    #[serde(default)]
    vegetarian: bool,
}

/// Book a journey.
#[tool]
async fn ask_traveller(ctx: Context, city: String) -> Result<String, ToolError> {
    let traveller = ctx.ask::<Traveller>(format!("Who goes to {city}?")).await?;
    let Traveller {
        name,
        seat,
        vegetarian,
    } = traveller;
    Ok(format!("{name} {seat:?} {vegetarian}"))
}

/// Delete a file.
#[tool(confirm = "Delete {path}?", destructive)]
async fn ask_delete(path: String) -> String {
    format!("{path} is gone")
}

/// Think.
#[tool]
async fn ask_model(ctx: Context) -> Result<String, ToolError> {
    let sample = ctx
        .sample("Go on.")
        .temperature(0.5)
        .message(Role::Assistant, "Well.");
    Ok(sample.await?.text())
}

/// Look around.
#[tool]
async fn ask_roots(ctx: Context) -> Result<Vec<String>, ToolError> {
    Ok(ctx
        .roots()
        .await?
        .into_iter()
        .map(|root| root.uri)
        .collect())
}

async fn client() -> Client {
    let tools = tools![ask_traveller, ask_delete, ask_model, ask_roots];
    new_server().tools(tools).client().await.unwrap()
}

/// Calls with a client that reacts like this; gives the answer and the questions.
async fn call(
    name: &str,
    arguments: Value,
    reaction: impl Fn(&InputQuestion) -> Reaction + Send + Sync + 'static,
) -> (bool, String, Vec<Value>) {
    let asked = Arc::<Mutex<Vec<Value>>>::default();
    let heard = Arc::clone(&asked);
    let client = client().await.answering(move |question| {
        let question_json = json!({"method": question.method, "params": question.params});
        heard.lock().unwrap().push(question_json);
        reaction(question)
    });
    let output = client.call(name, arguments).await.unwrap();
    let asked = asked.lock().unwrap().clone();
    (output.is_error, output.joined_text(), asked)
}

#[tokio::test]
async fn a_form_follows_from_the_type_and_its_answer_is_typed() {
    let filled = json!({"name": "Ada", "seat": "aisle"});
    let (is_error, text, asked) = call("ask_traveller", json!({"city": "Rome"}), move |_| {
        Reaction::Accept(filled.clone())
    })
    .await;
    assert_eq!((is_error, text.as_str()), (false, "Ada Aisle false"));
    let schema = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "As in the passport."},
            "seat": {"type": "string", "enum": ["window", "aisle"]},
            "vegetarian": {"type": "boolean", "default": false},
        },
        "required": ["name", "seat"],
    });
    let params = json!({"mode": "form", "message": "Who goes to Rome?", "requestedSchema": schema});
    assert_eq!(
        asked,
        [json!({"method": "elicitation/create", "params": params})]
    );
}

#[tokio::test]
async fn a_partly_documented_enumeration_is_a_choice() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        /// As the sky.
        Blue,
    }
    let paint = tool("paint", |ctx, _| async move {
        let colour: Colour = ctx.ask("Which?").await?;
        Ok(ToolOutput::text(format!("{colour:?}")))
    });
    let client = new_server().tools([paint]).client().await.unwrap();
    let client = client.answering(|_| Reaction::Accept(json!({"value": "blue"})));
    let output = client.call("paint", json!({})).await.unwrap();
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (false, "Blue")
    );
}

#[tokio::test]
async fn a_person_may_decline_or_close_a_question() {
    let city = json!({"city": "Rome"});
    let (is_error, text, _) = call("ask_traveller", city.clone(), |_| Reaction::Decline).await;
    assert_eq!(
        (is_error, text.as_str()),
        (true, "the person declined to answer")
    );
    let (is_error, text, _) = call("ask_traveller", city, |_| Reaction::Cancel).await;
    assert_eq!(
        (is_error, text.as_str()),
        (true, "the person dismissed the question")
    );
}

#[tokio::test]
async fn a_tool_with_confirmation_runs_only_when_confirmed() {
    let path = json!({"path": "a.txt"});
    let ticked =
        |ticked: bool| move |_: &InputQuestion| Reaction::Accept(json!({"confirm": ticked}));
    let (is_error, text, asked) = call("ask_delete", path.clone(), ticked(true)).await;
    assert_eq!((is_error, text.as_str()), (false, "a.txt is gone"));
    let confirm = json!({"type": "boolean", "title": "Confirm", "default": false});
    let schema = json!({
        "type": "object",
        "properties": {"confirm": confirm},
        "required": ["confirm"],
    });
    let params = json!({"mode": "form", "message": "Delete a.txt?", "requestedSchema": schema});
    assert_eq!(
        asked,
        [json!({"method": "elicitation/create", "params": params})]
    );
    let refused = "the person did not confirm";
    let (is_error, text, _) = call("ask_delete", path.clone(), ticked(false)).await;
    assert_eq!((is_error, text.as_str()), (true, refused));
    let (is_error, text, _) = call("ask_delete", path, |_| Reaction::Decline).await;
    assert_eq!((is_error, text.as_str()), (true, refused));
}

#[tokio::test]
async fn the_model_of_the_client_is_sampled() {
    let answer = json!({
        "model": "m",
        "role": "assistant",
        "content": [{"type": "text", "text": "so"}, {"type": "text", "text": "it goes"}],
    });
    let (is_error, text, asked) = call("ask_model", json!({}), move |_| {
        Reaction::Raw(answer.clone())
    })
    .await;
    assert_eq!((is_error, text.as_str()), (false, "so\nit goes"));
    let messages = json!([
        {"role": "user", "content": {"type": "text", "text": "Go on."}},
        {"role": "assistant", "content": {"type": "text", "text": "Well."}},
    ]);
    let params = json!({"messages": messages, "maxTokens": 1024, "temperature": 0.5});
    assert_eq!(
        asked,
        [json!({"method": "sampling/createMessage", "params": params})]
    );
}

#[tokio::test]
async fn the_roots_of_the_client_are_returned() {
    let roots = json!({"roots": [{"uri": "file:///a", "name": "A"}, {"uri": "file:///b"}]});
    let (is_error, text, asked) = call("ask_roots", json!({}), move |_| {
        Reaction::Raw(roots.clone())
    })
    .await;
    assert_eq!(
        (is_error, text.as_str()),
        (false, "[\"file:///a\",\"file:///b\"]")
    );
    assert_eq!(asked, [json!({"method": "roots/list", "params": {}})]);
}

#[tokio::test]
async fn a_client_without_the_capability_is_refused() {
    let client = client().await;
    let refused = client.call("ask_roots", json!({})).await.unwrap_err();
    let toolwright::Error::Refused { code, message } = refused else {
        panic!("not refused")
    };
    let why = "this client lacks a capability that the call needs: {\"roots\":{}}";
    assert_eq!((code, message.as_str()), (-32021, why));
}

#[tokio::test]
async fn a_question_that_stays_unanswered_ends_after_16_rounds() {
    let client = client().await.answering(|_| Reaction::Ignore);
    let refused = client.call("ask_roots", json!({})).await.unwrap_err();
    assert_eq!(refused.to_string(), "`tools/call` asked more than 16 times");
}

#[tokio::test]
async fn a_tool_that_asks_something_else_on_replay_asks_again() {
    let turns = Arc::new(Mutex::new(0));
    let fickle = tool("fickle", move |ctx, _| {
        let turn = {
            let mut turns = turns.lock().unwrap();
            *turns += 1;
            *turns
        };
        async move {
            let question = if turn == 1 { "Red?" } else { "Blue?" };
            let answer: String = ctx.ask(question).await?;
            Ok(ToolOutput::text(format!("{question} {answer}")))
        }
    });
    let client = new_server().tools([fickle]).client().await.unwrap();
    let client = client.answering(|question| {
        Reaction::Accept(json!({"value": format!("to {}", question.message())}))
    });
    let output = client.call("fickle", json!({})).await.unwrap();
    assert_eq!(output.joined_text(), "Blue? to Blue?");
}

#[tokio::test]
async fn a_form_that_is_not_flat_fails_with_the_reason() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Deep {
        #[expect(dead_code, reason = "only its schema is used")]
        inner: Traveller,
    }
    let deep = tool("deep", |ctx, _| async move {
        ctx.ask::<Deep>("Deep?").await?;
        Ok(ToolOutput::text("never"))
    });
    let client = new_server().tools([deep]).client().await.unwrap();
    let client = client.answering(|_| Reaction::Ignore);
    let output = client.call("deep", json!({})).await.unwrap();
    let text = output.joined_text();
    assert!(
        text.ends_with("a form is flat, but its field `inner` is not a plain value"),
        "{text}"
    );
    assert!(
        !text.starts_with("the client's answer"),
        "it is the tool that is at fault: {text}"
    );
}

#[tokio::test]
async fn progress_and_log_lines_are_heard() {
    let talk = tool("talk", |ctx, _| async move {
        ctx.progress_with(1.0, 2.0, "half").await;
        ctx.log(LogLevel::Debug, "quiet").await;
        ctx.log(LogLevel::Error, "loud").await;
        Ok(ToolOutput::text("done"))
    });
    let client = new_server().tools([talk]).client().await.unwrap();
    let client = client.logging(LogLevel::Warning);
    client.call("talk", json!({})).await.unwrap();
    let progress = json!({"progressToken": 1, "progress": 1.0, "total": 2.0, "message": "half"});
    let heard = [
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}),
        json!({
            "jsonrpc": "2.0",
            "method": "notifications/message",
            "params": {"level": "error", "data": "loud"},
        }),
    ];
    assert_eq!(client.take_notifications(), heard);
    assert_eq!(client.take_notifications(), Vec::<Value>::new());
}

#[tokio::test]
async fn each_level_of_the_log_has_a_method() {
    let talk = tool("talk", |ctx, _| async move {
        ctx.debug("d").await;
        ctx.info("i").await;
        ctx.warn("w").await;
        ctx.error("e").await;
        Ok(ToolOutput::text("done"))
    });
    let client = new_server().tools([talk]).client().await.unwrap();
    let client = client.logging(LogLevel::Debug);
    client.call("talk", json!({})).await.unwrap();
    let heard = client.take_notifications();
    let lines: Vec<_> = heard.iter().map(|heard| heard["params"].clone()).collect();
    let expected = [
        ("debug", "d"),
        ("info", "i"),
        ("warning", "w"),
        ("error", "e"),
    ];
    assert_eq!(
        lines,
        expected.map(|(level, data)| json!({"level": level, "data": data}))
    );
}
