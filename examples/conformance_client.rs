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
    client::{InputQuestion, OAuth, OAuthError, Reaction, Revision},
};

/// The address of a document that describes a client, which the suite knows.
const CLIENT_METADATA: &str = "https://conformance-test.local/client-metadata.json";
/// The address that the browser of a person would be redirected to. Nothing listens there.
const REDIRECT: &str = "http://127.0.0.1:3000/callback";

/// The context of a scenario, as the suite passes it.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Scenario {
    tool_calls: Vec<ToolCall>,
}

/// The registration of the client, if a scenario has one.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Registered {
    client_id: Option<String>,
    client_secret: Option<String>,
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
    let mut client = Client::connect(&url).answering(answer).oauth(oauth(&url)?);
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

/// Logs in as a person would who agrees to everything: the authorization servers of the suite redirect at once.
fn oauth(url: &str) -> toolwright::Result<OAuth> {
    let context = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let registered: Registered = serde_json::from_str(&context).unwrap_or_default();
    let oauth = OAuth::new(url)?
        .client_metadata(CLIENT_METADATA)
        .visiting(REDIRECT, |address| Box::pin(redirected(address)));
    Ok(match registered.client_id {
        Some(id) => oauth.client(id, registered.client_secret),
        None => oauth,
    })
}

/// Returns where a page redirects to.
async fn redirected(address: String) -> Result<String, OAuthError> {
    let failed = |error: &dyn std::fmt::Display| OAuthError::Redirect(error.to_string());
    // The suite's servers have no encryption, but the client wants to know of one.
    let _ = rustls_graviola::default_provider().install_default();
    let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let browser = builder.build().map_err(|error| failed(&error))?;
    let page = browser.get(address).send().await;
    let page = page.map_err(|error| failed(&error))?;
    let target = page
        .headers()
        .get("location")
        .and_then(|it| it.to_str().ok());
    target
        .map(ToOwned::to_owned)
        .ok_or_else(|| failed(&"the page redirects nowhere"))
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
