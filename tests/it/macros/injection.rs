//! Injected parameters: the context and states.

use serde_json::json;
use toolwright::prelude::*;

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
    use crate::harness::tool;
    use toolwright::ToolOutput;

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
