//! Questions on 2026-07-28: they end the request, and the answers come with the next.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use toolwright::{Tool, ToolOutput, prelude::*};

use crate::{
    fixtures::said,
    harness::{Answer, Modern, TestServer, complete, new_server, result, tool},
};

/// Ask who wants to read.
#[resource("rounds://{place}")]
async fn guarded_place(place: String, ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("Who reads?").key("reader").await?;
    Ok(format!("{place} for {name}"))
}

/// Ask for whom it is written.
#[prompt]
async fn personal_prompt(ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("For whom?").key("reader").await?;
    Ok(format!("Write to {name}."))
}

pub(super) fn able(server: &TestServer) -> Modern {
    Modern::of(server).able(json!({"elicitation": {}, "sampling": {}, "roots": {}}))
}

/// The question that asks for one text.
pub(super) fn form(message: &str) -> Value {
    let schema = json!({
        "type": "object",
        "properties": {"value": {"type": "string"}},
        "required": ["value"],
    });
    let params = json!({"mode": "form", "message": message, "requestedSchema": schema});
    json!({"method": "elicitation/create", "params": params})
}

pub(super) fn accept(value: &str) -> Value {
    json!({"action": "accept", "content": {"value": value}})
}

/// Takes the state out of a result that wants input, and checks the rest.
#[track_caller]
pub(super) fn state_of(mut result: Value, questions: Value) -> String {
    let state = result["requestState"].take();
    let expected = json!({
        "inputRequests": questions,
        "requestState": null,
        "resultType": "input_required",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "it", "version": "1"}},
    });
    assert_eq!(result, expected);
    state.as_str().unwrap().to_owned()
}

/// A tool that asks for a first and then for a last name, and counts its runs.
pub(super) fn two_rounds(runs: &Arc<AtomicUsize>) -> Arc<dyn Tool> {
    let runs = Arc::clone(runs);
    tool("two_rounds", move |ctx, _| {
        runs.fetch_add(1, Ordering::SeqCst);
        async move {
            let first: String = ctx.ask("First name?").key("first").await?;
            let last: String = ctx.ask("Last name?").key("last").await?;
            Ok(ToolOutput::text(format!("{first} {last}")))
        }
    })
}

#[tokio::test]
async fn a_question_ends_the_request_and_the_answer_repeats_it() {
    let runs = Arc::default();
    let server = TestServer::start(new_server().tools([two_rounds(&runs)])).await;
    let modern = able(&server);
    let call = |further: Value| {
        let mut params = json!({"name": "two_rounds", "arguments": {}});
        for (key, value) in further.as_object().unwrap() {
            params[key] = value.clone();
        }
        modern.ask("tools/call", params)
    };
    let asked = call(json!({})).await.into_result();
    let first = state_of(asked, json!({"first": form("First name?")}));
    let answers = json!({"first": accept("Ada")});
    let asked = call(json!({"inputResponses": answers, "requestState": first}))
        .await
        .into_result();
    let second = state_of(asked, json!({"last": form("Last name?")}));
    let answers = json!({"last": accept("Lovelace")});
    let answer = call(json!({"inputResponses": answers, "requestState": second})).await;
    let expected = result(1, complete(said("Ada Lovelace")));
    assert_eq!(answer, Answer::json(200, expected));
    assert_eq!(runs.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn all_answers_may_come_at_once_and_without_a_state() {
    let runs = Arc::default();
    let server = TestServer::start(new_server().tools([two_rounds(&runs)])).await;
    let answers = json!({"first": accept("Ada"), "last": accept("Lovelace"), "more": 3});
    let params = json!({"name": "two_rounds", "inputResponses": answers});
    assert_eq!(
        able(&server).result("tools/call", params).await,
        complete(said("Ada Lovelace"))
    );
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_unusable_answer_is_asked_for_again() {
    let runs = Arc::default();
    let server = TestServer::start(new_server().tools([two_rounds(&runs)])).await;
    for answers in [
        json!({"first": 3}),
        json!({"first": null}),
        json!({"first": {"action": "perhaps"}}),
        json!({"other": accept("Ada")}),
        json!({}),
    ] {
        let params = json!({"name": "two_rounds", "inputResponses": answers});
        let asked = able(&server).result("tools/call", params).await;
        state_of(asked, json!({"first": form("First name?")}));
    }
}

#[tokio::test]
async fn concurrent_questions_are_asked_in_one_round() {
    let both = tool("both", |ctx, _| async move {
        let (name, thought, roots) = tokio::join!(
            async { ctx.ask::<String>("Name?").key("name").await },
            async { ctx.sample("Think.").key("thought").await },
            async { ctx.roots().key("roots").await },
        );
        let text = format!("{} {} {}", name?, thought?.text(), roots?[0].uri);
        Ok(ToolOutput::text(text))
    });
    let server = TestServer::start(new_server().tools([both])).await;
    let modern = able(&server);
    let asked = modern.call("both", json!({})).await.into_result();
    let message = json!({"role": "user", "content": {"type": "text", "text": "Think."}});
    let sampling = json!({"messages": [message], "maxTokens": 1024});
    let questions = json!({
        "name": form("Name?"),
        "thought": {"method": "sampling/createMessage", "params": sampling},
        "roots": {"method": "roots/list", "params": {}},
    });
    let state = state_of(asked, questions);
    let answers = json!({
        "name": accept("Ada"),
        "thought": {"model": "m", "role": "assistant", "content": {"type": "text", "text": "so"}},
        "roots": {"roots": [{"uri": "file:///a"}]},
    });
    let params = json!({
        "name": "both",
        "arguments": {},
        "inputResponses": answers,
        "requestState": state,
    });
    let done = modern.result("tools/call", params).await;
    assert_eq!(done, complete(said("Ada so file:///a")));
}

#[tokio::test]
async fn prompts_ask_too() {
    let server = TestServer::start(new_server().prompts(prompts![personal_prompt])).await;
    let modern = able(&server);
    let params = json!({"name": "personal_prompt"});
    let asked = modern.result("prompts/get", params).await;
    let state = state_of(asked, json!({"reader": form("For whom?")}));
    let answers = json!({"reader": accept("Ada")});
    let params =
        json!({"name": "personal_prompt", "inputResponses": answers, "requestState": state});
    let written = json!({
        "description": "Ask for whom it is written.",
        "messages": [{"role": "user", "content": {"type": "text", "text": "Write to Ada."}}],
    });
    assert_eq!(
        modern.result("prompts/get", params).await,
        complete(written)
    );
}

#[tokio::test]
async fn resources_ask_too() {
    let server = TestServer::start(new_server().resources(resources![guarded_place])).await;
    let modern = able(&server);
    let asked = modern
        .result("resources/read", json!({"uri": "rounds://attic"}))
        .await;
    let state = state_of(asked, json!({"reader": form("Who reads?")}));
    let answers = json!({"reader": accept("Ada")});
    let params = json!({"uri": "rounds://attic", "inputResponses": answers, "requestState": state});
    let read = json!({
        "contents": [{"uri": "rounds://attic", "mimeType": "text/plain", "text": "attic for Ada"}],
        "ttlMs": 0,
        "cacheScope": "private",
    });
    assert_eq!(
        modern.result("resources/read", params).await,
        complete(read)
    );
}

#[tokio::test]
async fn servers_with_the_same_key_share_request_states() {
    let runs = Arc::default();
    let shared = || new_server().state_key([7; 32]).tools([two_rounds(&runs)]);
    let (one, other) = (
        TestServer::start(shared()).await,
        TestServer::start(shared()).await,
    );
    let params = json!({"name": "two_rounds", "inputResponses": {"first": accept("Ada")}});
    let asked = able(&one).result("tools/call", params).await;
    let state = state_of(asked, json!({"last": form("Last name?")}));
    let answers = json!({"last": accept("Lovelace")});
    let params = json!({"name": "two_rounds", "inputResponses": answers, "requestState": state});
    assert_eq!(
        able(&other).result("tools/call", params).await,
        complete(said("Ada Lovelace"))
    );
}
