//! Properties of every built-in tool: arguments are generated from the schemas that the server lists.

use std::collections::BTreeMap;

use jsonschema::validator_for;
use serde_json::{Value, json};
use toolwright::{
    Client, ToolOutput,
    client::{InputQuestion, Reaction},
};

use super::{
    code_execution::PATH,
    generator::Generator,
    local_server::{LocalServer, Reply},
};
use crate::harness::{Home, soon};

/// The number of calls of each tool.
const CALLS: u64 = 40;

/// A client of a server whose tools are all there and all work, and what they stand on: a folder to keep things in, documents, a
/// search service, a person.
async fn client(repair: &str) -> (Client, Home, LocalServer) {
    let service = LocalServer::start(|_, _| {
        let found = json!({"url": "https://a.example/", "title": "A", "content": "b"});
        Reply::json(200, json!({"results": [found]}))
    });
    let service = service.await;
    let home = Home::new();
    let server = home.server(&[
        ("TOOLWRIGHT_CODE_EXECUTION", "true"),
        (
            "TOOLWRIGHT_FILES_DIR",
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/tools/files"),
        ),
        ("PATH", PATH),
        ("TOOLWRIGHT_PLANS", "true"),
        ("TOOLWRIGHT_REPAIR", repair),
        ("TOOLWRIGHT_SEARCH_URL", &service.url()),
    ]);
    let client = server.client().await.unwrap().answering(agreed);
    (client, home, service)
}

/// A person who takes the first choice, agrees to everything and has something to say.
fn agreed(question: &InputQuestion) -> Reaction {
    let field = &question.params["requestedSchema"]["properties"]["answer"];
    let first = field["enum"].get(0).cloned();
    Reaction::Accept(json!({"confirm": true, "answer": first.unwrap_or(json!("well"))}))
}

async fn call(client: &Client, tool: &Value, arguments: &Value) -> ToolOutput {
    let name = tool["name"].as_str().unwrap();
    let answer = soon(client.call(name, arguments.clone())).await;
    answer.unwrap_or_else(|error| panic!("{name} {arguments}: {error}"))
}

#[tokio::test]
async fn valid_arguments_break_no_tool_and_results_fit_the_schema() {
    let (client, _home, _service) = client("true").await;
    let mut successes = BTreeMap::new();
    for tool in client.tools().await.unwrap() {
        let name = tool["name"].as_str().unwrap().to_owned();
        let schema = validator_for(&tool["outputSchema"]).unwrap();
        let count = successes.entry(name.clone()).or_insert(0);
        for seed in 0..CALLS {
            let arguments = Generator::new(seed).value(&tool["inputSchema"]);
            let output = call(&client, &tool, &arguments).await;
            let text = output.joined_text();
            if output.is_error {
                let is_broken = ["panicked", "internal", "output schema", "invalid arguments"];
                let is_broken = is_broken.iter().any(|word| text.contains(word));
                assert!(!is_broken, "{name} {arguments}: {text}");
                continue;
            }
            let answer = output.structured_value().unwrap();
            if let Err(error) = schema.validate(&answer) {
                panic!("{name} {arguments}: {answer}: {error}");
            }
            *count += 1;
        }
    }
    let idle: Vec<_> = successes.iter().filter(|(_, count)| **count == 0).collect();
    assert!(idle.is_empty(), "no call succeeded: {idle:?}");
    assert!(successes.len() >= 4, "{successes:?}");
}

#[tokio::test]
async fn invalid_arguments_are_refused_with_their_path() {
    let (client, _home, _service) = client("false").await;
    for tool in client.tools().await.unwrap() {
        let name = tool["name"].as_str().unwrap();
        for (key, arguments) in Generator::new(7).misfits(&tool["inputSchema"]) {
            let output = call(&client, &tool, &arguments).await;
            let text = output.joined_text();
            let start = format!("invalid arguments for `{name}`:\n");
            let is_named = ["`", "[", "."]
                .iter()
                .any(|end| text.contains(&format!("- `{key}{end}")))
                || text.contains(&format!("- unknown argument `{key}`"));
            assert!(
                output.is_error && text.starts_with(&start) && is_named,
                "{arguments}, wrong at `{key}`: {text}"
            );
        }
    }
}
