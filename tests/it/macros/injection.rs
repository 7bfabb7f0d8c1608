//! Injected parameters: the context and states.

use serde_json::json;
use toolwright::{
    call::{FromContext, StateType},
    prelude::*,
};

use crate::harness::new_server;

pub(super) struct Greeting(pub(super) String);

/// Greet somebody.
#[tool]
async fn greet(greeting: State<Greeting>, name: String, ctx: Context) -> String {
    let client = ctx.client().info.as_ref().unwrap().name.clone();
    format!("{}, {name}! ({client})", greeting.0)
}

/// The greeting itself.
#[resource("greeting://{name}")]
fn greeting_resource(name: String, greeting: State<Greeting>) -> String {
    format!("{}, {name}", greeting.0)
}

/// Greet as a prompt.
#[prompt]
fn greeting_prompt(greeting: State<Greeting>) -> String {
    greeting.0.clone()
}

#[tokio::test]
async fn states_and_the_context_are_injected_and_not_in_the_schema() {
    let client = new_server()
        .state(Greeting("Hello".into()))
        .tools(tools![greet])
        .resources(resources![greeting_resource])
        .prompts(prompts![greeting_prompt])
        .client()
        .await
        .unwrap();
    let output = client.call("greet", json!({"name": "Ada"})).await.unwrap();
    assert_eq!(output.joined_text(), "Hello, Ada! (toolwright)");
    let read = client.read("greeting://Ada").await.unwrap();
    assert_eq!(read[0].text.as_deref(), Some("Hello, Ada"));
    let messages = client.prompt("greeting_prompt", json!({})).await.unwrap();
    assert_eq!(messages, [PromptMessage::user("Hello")]);
    let tools = client.tools().await.unwrap();
    let properties = json!({"name": {"type": "string"}});
    assert_eq!(tools[0]["inputSchema"]["properties"], properties);
}

#[tokio::test]
async fn a_missing_state_fails_the_build_with_its_name() {
    let state = "it::macros::injection::Greeting";
    for (server, kind, name) in [
        (new_server().tools(tools![greet]), "tool", "greet"),
        (
            new_server().resources(resources![greeting_resource]),
            "resource",
            "greeting://{name}",
        ),
        (
            new_server().prompts(prompts![greeting_prompt]),
            "prompt",
            "greeting_prompt",
        ),
    ] {
        assert_eq!(
            server.build().unwrap_err().to_string(),
            format!(
                "the {kind} `{name}` takes `State<{state}>`, but the server has no such state: add it with `Server::state`"
            )
        );
    }
}

#[tokio::test]
async fn the_last_state_of_a_type_is_used() {
    let server = new_server()
        .state(Greeting("Hello".into()))
        .state(Greeting("Bye".into()));
    let client = server.tools(tools![greet]).client().await.unwrap();
    let output = client.call("greet", json!({"name": "Ada"})).await.unwrap();
    assert_eq!(output.joined_text(), "Bye, Ada! (toolwright)");
}

#[tokio::test]
async fn the_context_gives_states_and_resources_at_run_time() {
    use toolwright::ToolOutput;

    use crate::harness::tool;

    let look = tool("look", |ctx, arguments| async move {
        let greeting = ctx.state::<Greeting>()?.0.clone();
        let uri = arguments["uri"].as_str().unwrap();
        let read = ctx.read_resource(uri).await?;
        Ok(ToolOutput::text(format!("{greeting} {:?}", read[0].text)))
    });
    let client = new_server()
        .state(Greeting("Hi".into()))
        .tools([look])
        .resources(resources![greeting_resource])
        .client()
        .await
        .unwrap();
    let output = client
        .call("look", json!({"uri": "greeting://Bo"}))
        .await
        .unwrap();
    assert_eq!(output.joined_text(), "Hi Some(\"Hi, Bo\")");
    let output = client
        .call("look", json!({"uri": "nothing://Bo"}))
        .await
        .unwrap();
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (true, "unknown resource `nothing://Bo`")
    );
}

/// A state under another name.
type Words = State<Greeting>;

/// The name of the client, as a type of this test's own.
struct Caller(String);

impl FromContext for Caller {
    async fn from_context(context: &Context) -> Result<Self, ToolError> {
        let client = context.client().info.as_ref();
        let client = client.ok_or_else(|| ToolError::failed("who is there?"))?;
        Ok(Self(client.name.clone()))
    }
}

/// A value that is never there.
struct Never;

impl FromContext for Never {
    async fn from_context(_: &Context) -> Result<Self, ToolError> {
        Err(ToolError::failed("never"))
    }

    fn requires() -> Vec<StateType> {
        Vec::new()
    }
}

/// A type that is sent, with a name that looks like one that is not.
mod sent {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    pub(super) struct Context {
        pub(super) page: u32,
    }

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    pub(super) struct Page {}
}

/// Take everything.
#[tool]
async fn by_type(
    words: Words,
    caller: Caller,
    missing: Option<State<u128>>,
    there: Option<State<Greeting>>,
    never: Option<Never>,
    context: sent::Context,
    again: toolwright::Context,
) -> String {
    let found = (missing.is_some(), there.is_some(), never.is_some());
    let page = context.page;
    format!(
        "{} {} {found:?} {page} {}",
        words.0,
        caller.0,
        again.is_cancelled()
    )
}

/// Fail before it runs.
#[tool]
async fn never_runs(never: Never) {
    let _: Never = never;
    panic!("it runs");
}

/// The words of a page.
#[resource("words://{page}")]
async fn words_of_a_page(page: u32, words: Words, caller: Caller) -> String {
    format!("{} {} {page}", words.0, caller.0)
}

/// Begin with the words.
#[prompt]
async fn begin_with_words(words: Words, caller: Caller, page: Option<sent::Page>) -> String {
    format!("{} {} {}", words.0, caller.0, page.is_some())
}

#[tokio::test]
async fn a_parameter_is_taken_or_sent_by_its_type_and_not_by_its_name() {
    let client = new_server()
        .state(Greeting("Hello".into()))
        .tools(tools![by_type, never_runs])
        .resources(resources![words_of_a_page])
        .prompts(prompts![begin_with_words])
        .client()
        .await
        .unwrap();
    let output = client
        .call("by_type", json!({"context": {"page": 7}}))
        .await
        .unwrap();
    assert_eq!(
        output.joined_text(),
        "Hello toolwright (false, true, false) 7 false"
    );
    let tools = client.tools().await.unwrap();
    let properties = tools[0]["inputSchema"]["properties"].as_object().unwrap();
    assert!(properties.keys().eq(["context"]), "{properties:?}");
    let output = client.call("never_runs", json!({})).await.unwrap();
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (true, "never")
    );
    let read = client.read("words://3").await.unwrap();
    assert_eq!(read[0].text.as_deref(), Some("Hello toolwright 3"));
    let messages = client.prompt("begin_with_words", json!({})).await.unwrap();
    assert_eq!(messages, [PromptMessage::user("Hello toolwright false")]);
    let prompts = client.prompts().await.unwrap();
    assert_eq!(
        prompts[0]["arguments"],
        json!([{"name": "page", "required": false}])
    );
}

#[tokio::test]
async fn a_taken_parameter_cannot_be_sent() {
    let server = new_server()
        .state(Greeting("Hello".into()))
        .tools(tools![by_type]);
    let client = server.client().await.unwrap();
    let arguments = json!({"context": {"page": 7}, "words": "Bye"});
    let output = client.call("by_type", arguments).await.unwrap();
    let expected = "invalid arguments for `by_type`:
- unknown argument `words`, expected one of `context`
example: {\"context\":{\"page\":7}}";
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (true, expected)
    );
}

#[test]
fn a_state_under_another_name_is_required_too() {
    let refused = new_server().tools(tools![by_type]).build().unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("the tool `by_type` takes `State<it::macros::injection::Greeting>`"),
        "{refused}"
    );
    assert!(new_server().tools(tools![never_runs]).build().is_ok());
}
