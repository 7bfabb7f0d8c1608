//! An attacker wants to read through resources, prompts and completions what its tools are denied.

use std::{num::NonZeroU32, sync::Arc};

use serde_json::{Value, json};
use toolwright::{
    Server, ToolOutput,
    govern::{Governance, NamePattern, Policy},
    log::Redactor,
    prelude::*,
    tool::RateLimit,
};

use crate::{
    governance::Records,
    harness::{Home, Modern, Session, TestServer, new_server, tool},
};

/// All tables.
#[resource("vault://tables", belongs_to = "query_vault")]
async fn vault_tables() -> String {
    "gold".into()
}

/// One table.
#[resource("vault://tables/{table}", belongs_to = "query_vault")]
async fn vault_table(#[complete(gold)] table: String) -> String {
    table
}

/// Ask the vault.
#[prompt(belongs_to = "query_vault")]
fn ask_vault(#[complete(gold)] table: String) -> String {
    format!("How much is in {table}?")
}

async fn gold(_: Completion) -> Vec<String> {
    vec!["gold".into()]
}

/// The weather.
#[resource("weather://{city}")]
async fn weather(city: String) -> String {
    city
}

/// Greet.
#[prompt]
fn greeting() -> String {
    "Hello".into()
}

/// Read a resource for the caller.
#[tool]
async fn read_for_me(ctx: Context, uri: String) -> Result<String, ToolError> {
    let parts = ctx.read_resource(&uri).await?;
    Ok(parts[0].text.clone().unwrap_or_default())
}

fn server() -> Server {
    let query = tool("query_vault", |_, _| async { Ok(ToolOutput::text("gold")) });
    new_server()
        .tools([query])
        .tools(tools![read_for_me])
        .resources(resources![vault_tables, vault_table, weather])
        .prompts(prompts![ask_vault, greeting])
}

/// A policy under which the vault does not exist.
fn without_the_vault() -> Policy {
    Policy::only(["read_for_me", "weather", "greeting"].map(NamePattern::new))
}

/// Requests for what is denied, and the same for what does not exist.
fn requests() -> Vec<(&'static str, Value, Value)> {
    let prompt = |name| {
        json!({"ref": {"type": "ref/prompt", "name": name},
            "argument": {"name": "table", "value": ""}})
    };
    let template = |uri| {
        json!({"ref": {"type": "ref/resource", "uri": uri},
            "argument": {"name": "table", "value": ""}})
    };
    let named = |name| json!({"name": name, "arguments": {"table": "gold"}});
    vec![
        (
            "resources/read",
            json!({"uri": "vault://tables"}),
            json!({"uri": "nobody://tables"}),
        ),
        (
            "resources/read",
            json!({"uri": "vault://tables/a"}),
            json!({"uri": "nobody://tables/a"}),
        ),
        ("prompts/get", named("ask_vault"), named("ask_nobody")),
        (
            "completion/complete",
            prompt("ask_vault"),
            prompt("ask_nobody"),
        ),
        (
            "completion/complete",
            template("vault://tables/{table}"),
            template("nobody://tables/{table}"),
        ),
    ]
}

#[tokio::test]
async fn what_belongs_to_a_denied_tool_answers_and_lists_like_what_does_not_exist() {
    let server = TestServer::start(server().policy(without_the_vault())).await;
    let (client, session) = (Modern::of(&server), Session::open(&server).await);
    for (method, denied, unknown) in requests() {
        let renamed = |answer: String| answer.replace("nobody", "vault");
        let one = client.ask(method, denied.clone()).await;
        let other = client.ask(method, unknown.clone()).await;
        assert_eq!(format!("{one:?}"), renamed(format!("{other:?}")));
        assert!(format!("{one:?}").contains("unknown"), "{one:?}");
        let one = session.ask(1, method, denied).await;
        let other = session.ask(1, method, unknown).await;
        assert_eq!(format!("{one:?}"), renamed(format!("{other:?}")));
    }
    for (method, member, key, expected) in [
        ("resources/list", "resources", "uri", vec![]),
        (
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
            vec!["weather://{city}"],
        ),
        ("prompts/list", "prompts", "name", vec!["greeting"]),
    ] {
        let list = client.result(method, json!({})).await;
        let listed = list[member].as_array().unwrap().iter();
        let listed: Vec<_> = listed.map(|item| item[key].as_str().unwrap()).collect();
        assert_eq!(listed, expected, "{method}");
    }
}

#[tokio::test]
async fn with_tools_off_nothing_can_be_read() {
    let server = TestServer::start(server().policy(Policy::none())).await;
    let (client, session) = (Modern::of(&server), Session::open(&server).await);
    let discovered = client.result("server/discover", json!({})).await;
    for capabilities in [
        &discovered["capabilities"],
        &session.greeting["capabilities"],
    ] {
        for name in ["resources", "prompts", "completions"] {
            assert_eq!(capabilities[name], Value::Null, "{name}");
        }
    }
    for (method, denied, _) in requests() {
        let answer = client.ask(method, denied).await;
        assert_eq!(answer.refusal().1, Some(-32601), "{method} {answer:?}");
    }
}

#[tokio::test]
async fn a_tool_does_not_read_a_denied_resource_for_its_caller() {
    let client = server().policy(without_the_vault()).client().await.unwrap();
    let read = async |uri: &str| {
        let answer = client.call("read_for_me", json!({"uri": uri})).await;
        answer.unwrap().joined_text()
    };
    assert_eq!(
        read("vault://tables").await,
        "unknown resource `vault://tables`"
    );
    assert_eq!(read("weather://oslo").await, "oslo");
    let client = server().client().await.unwrap();
    let answer = client
        .call("read_for_me", json!({"uri": "vault://tables"}))
        .await;
    assert_eq!(answer.unwrap().joined_text(), "gold");
}

#[tokio::test]
async fn reading_counts_as_a_call_of_the_tool_and_leaves_a_record() {
    let records = Records::default();
    let governance = Governance::new()
        .rate_limit(RateLimit {
            per_minute: NonZeroU32::new(2),
            ..RateLimit::default()
        })
        .log(Arc::new(records.clone()), Redactor::default());
    let server = TestServer::start(server().govern(governance)).await;
    let client = Modern::of(&server);
    let call = client.call("query_vault", json!({})).await.into_result();
    assert_eq!(call["content"][0]["text"], "gold");
    let uri = json!({"uri": "vault://tables"});
    let read = client.result("resources/read", uri.clone()).await;
    assert_eq!(read["contents"][0]["text"], "gold");
    for (method, params, _) in requests() {
        let answer = client.ask(method, params).await;
        let told = format!("{answer:?}");
        assert!(told.contains("too many calls"), "{method} {told}");
        assert!(told.contains("retryAfterMs"), "{method} {told}");
    }
    let other = client
        .result("prompts/get", json!({"name": "greeting"}))
        .await;
    assert_eq!(other["messages"][0]["content"]["text"], "Hello");
    let told: Vec<_> = records
        .taken()
        .iter()
        .map(|record| {
            let member = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
            [member("tool"), member("kind"), member("outcome")].join(" ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "query_vault builtin ok",
            "query_vault resource ok",
            "query_vault resource rate_limited",
            "query_vault resource rate_limited",
            "query_vault prompt rate_limited",
            "query_vault completion rate_limited",
            "query_vault completion rate_limited",
            "greeting prompt ok",
        ]
    );
}

#[tokio::test]
async fn a_record_of_a_resource_has_its_uri_and_its_contents() {
    let records = Records::default();
    let governance = Governance::new().log(Arc::new(records.clone()), Redactor::default());
    let server = TestServer::start(server().govern(governance)).await;
    let client = Modern::of(&server);
    let params = json!({"uri": "weather://oslo"});
    client.result("resources/read", params).await;
    let unknown = client
        .ask("resources/read", json!({"uri": "nobody://x"}))
        .await;
    assert!(unknown.refusal().1.is_some());
    let contents = json!([{"uri": "weather://oslo", "mimeType": "text/plain", "text": "oslo"}]);
    assert_eq!(
        records.taken(),
        [
            json!({
                "tool": "weather", "kind": "resource", "caller": "127.0.0.1", "client": "it/1",
                "arguments": {"uri": "weather://oslo"}, "outcome": "ok",
                "output": {"contents": contents},
            }),
            json!({
                "tool": "nobody://x", "kind": "resource", "caller": "127.0.0.1", "client": "it/1",
                "arguments": {}, "outcome": "not_found", "error": "unknown resource `nobody://x`",
            }),
        ]
    );
}

#[tokio::test]
async fn the_database_of_a_denied_tool_is_not_started_by_its_resources() {
    let home = Home::new();
    let server = home.server(&[("TOOL_WHITELIST", "calculator")]);
    let client = server.client().await.unwrap();
    let read = client.read("db://tables").await.unwrap_err().to_string();
    assert!(read.contains("unknown resource `db://tables`"), "{read}");
    assert_eq!(client.resources().await.unwrap(), Vec::<Value>::new());
    assert!(!home.join("data/postgres").exists());
}
