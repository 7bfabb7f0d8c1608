//! A client for the scenarios of the official conformance suite: `conformance_client URL`.
//!
//! It lists the tools of the server and calls each of them, with the arguments that the suite wants or with some that
//! fit the schema.

use std::{collections::BTreeMap, env};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolwright::{
    Client,
    cli::output::notice,
    client::{InputQuestion, Reaction, Revision},
};

/// What the suite says about a scenario.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Scenario {
    tool_calls: Vec<ToolCall>,
}

#[derive(Deserialize)]
struct ToolCall {
    name: String,
    arguments: Value,
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    let url = env::args().nth(1).expect("the address of a server");
    let revision = env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").ok();
    let revision = revision.and_then(|text| Revision::parse(&text));
    let mut client = Client::connect(url).answering(answer);
    if let Some(revision) = revision {
        client = client.revision(revision);
    }
    let client = client.await?;
    let tools = client.tools().await?;
    let calls = calls(&tools).into_iter().map(|call| {
        let client = &client;
        async move { client.call(&call.name, call.arguments).await }
    });
    for called in futures_util::future::join_all(calls).await {
        match called {
            Ok(output) => notice(&output.joined_text()),
            // Not every scenario has calls.
            Err(error) => notice(&error.to_string()),
        }
    }
    client.close().await
}

/// Accepts every form. Fields with a default are left to the client.
fn answer(question: &InputQuestion) -> Reaction {
    match question.method.as_str() {
        "elicitation/create" => {
            let schema = &question.params["requestedSchema"];
            Reaction::Accept(fitting(schema, |field| field.get("default").is_none()))
        }
        "roots/list" => Reaction::Raw(json!({"roots": []})),
        _ => Reaction::Raw(json!({
            "role": "assistant", "model": "none", "content": {"type": "text", "text": "Hello"},
        })),
    }
}

/// Returns the calls that the suite wants, or one of each tool.
fn calls(tools: &[Value]) -> Vec<ToolCall> {
    let scenario = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let scenario: Scenario = serde_json::from_str(&scenario).unwrap_or_default();
    if !scenario.tool_calls.is_empty() {
        return scenario.tool_calls;
    }
    let schemas: BTreeMap<_, _> = tools
        .iter()
        .map(|tool| {
            (
                tool["name"].as_str().unwrap_or_default(),
                &tool["inputSchema"],
            )
        })
        .collect();
    let call = |(name, schema): (&&str, &&Value)| {
        let arguments = match *name {
            // It wants back what the client has understood of another tool.
            "json_schema_echo" => {
                let other = schemas.iter().find(|(other, _)| *other != name);
                json!({"schema": other.map(|(_, schema)| *schema)})
            }
            _ => fitting(schema, |_| true),
        };
        ToolCall {
            name: (*name).to_owned(),
            arguments,
        }
    };
    schemas.iter().map(call).collect()
}

/// Returns an object that fits a schema, with the fields that are chosen.
fn fitting(schema: &Value, choose: impl Fn(&Value) -> bool) -> Value {
    let fields = schema["properties"].as_object().into_iter().flatten();
    let fields = fields.filter(|(_, field)| choose(field));
    let value = |field: &Value| match field["type"].as_str() {
        Some("integer" | "number") => json!(5),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => field["enum"]
            .get(0)
            .cloned()
            .unwrap_or_else(|| json!("text")),
    };
    let fields = fields.map(|(name, field)| (name.clone(), value(field)));
    Value::Object(fields.collect::<Map<_, _>>())
}
