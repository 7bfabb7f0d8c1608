//! Every call has a record, however it ends.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::{
    BoxFuture, ToolDef, ToolError, ToolOutput,
    govern::Governance,
    log::{CallLog, Redactor},
    prelude::*,
};

use super::{Kept, Records, governed};
use crate::harness::{Gate, Modern, Session, TestServer, defined_tool, new_server, tool, until};

/// Add two numbers.
#[tool(parallel)]
async fn recorded_add(a: i64, b: i64) -> i64 {
    a + b
}

/// Ask for a name.
#[tool]
async fn recorded_greeting(ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("Who is there?").await?;
    Ok(format!("Hello {name}"))
}

async fn one(records: &Records) -> Value {
    until(|| records.0.lock().unwrap().len() == 1).await;
    records.taken().remove(0)
}

#[tokio::test]
async fn a_record_has_the_arguments_and_the_whole_output() {
    let (server, records) = governed(new_server().tools(tools![recorded_add]));
    let server = TestServer::start(server).await;
    let result = Modern::of(&server)
        .call("recorded_add", json!({"a": 1, "b": 2}))
        .await
        .into_result();
    let record = records.0.lock().unwrap()[0].clone();
    assert_eq!(record["id"], result["_meta"]["toolwright/executionId"]);
    let time = record["time"]
        .as_str()
        .unwrap()
        .parse::<chrono::DateTime<chrono::Utc>>()
        .unwrap();
    assert!((chrono::Utc::now() - time).num_seconds() < 60);
    assert_eq!(
        one(&records).await,
        json!({
            "tool": "recorded_add", "kind": "builtin", "caller": "127.0.0.1", "client": "it/1",
            "arguments": {"a": 1, "b": 2}, "outcome": "ok",
            "output": {"content": [{"type": "text", "text": "3"}], "structuredContent": {"result": 3}},
        })
    );
}

/// Tools repeat their structured value as text, for clients that do not know structured content.
#[tokio::test]
async fn repeated_text_is_only_recorded_for_failures() {
    let schema = json!({"type": "object", "properties": {"fails": {"type": "boolean"}}});
    let definition =
        ToolDef::new("told", "Tells.").with_input_schema(schema.as_object().unwrap().clone());
    let told = defined_tool(definition, |_, arguments| async move {
        let value = serde_json::value::to_raw_value(&json!({"n": 1}))?;
        let mut output = ToolOutput::text(value.get());
        output.is_error = arguments["fails"] == true;
        output.structured = Some(value);
        Ok(output)
    });
    let (server, records) = governed(new_server().tools([told]));
    let client = server.client().await.unwrap();
    let text = json!([{"type": "text", "text": "{\"n\":1}"}]);
    for (fails, recorded) in [
        (false, json!({"structuredContent": {"n": 1}})),
        (
            true,
            json!({"content": text, "structuredContent": {"n": 1}}),
        ),
    ] {
        let answer = client.call("told", json!({"fails": fails})).await.unwrap();
        assert_eq!(answer.joined_text(), "{\"n\":1}");
        assert_eq!(one(&records).await["output"], recorded);
    }
}

#[tokio::test]
async fn a_failure_is_recorded_with_its_arguments() {
    let schema = json!({"type": "object", "properties": {"how": {"type": "string"}}});
    let definition =
        ToolDef::new("failing", "Fails.").with_input_schema(schema.as_object().unwrap().clone());
    let failing = defined_tool(definition, |_, arguments| async move {
        match arguments["how"].as_str() {
            Some("panic") => panic!("boom"),
            Some("away") => Err(ToolError::unavailable("the upstream is away")),
            Some("told") => Ok(ToolOutput::error("it told so")),
            _ => Err(ToolError::failed("it failed")),
        }
    });
    let (server, records) = governed(new_server().tools([failing]));
    let client = server.client().await.unwrap();
    for (how, outcome, error) in [
        ("panic", "tool_execution_error", Some("the tool panicked")),
        ("away", "service_unavailable", Some("the upstream is away")),
        ("told", "tool_execution_error", None),
        ("x", "tool_execution_error", Some("it failed")),
    ] {
        client.call("failing", json!({"how": how})).await.unwrap();
        let record = one(&records).await;
        let seen = (
            &record["arguments"],
            record["outcome"].as_str(),
            record["error"].as_str(),
        );
        assert_eq!(seen, (&json!({"how": how}), Some(outcome), error));
    }
    client.call("failing", json!({"how": 1})).await.unwrap();
    let record = one(&records).await;
    assert_eq!(record["outcome"], "invalid_arguments");
    assert!(
        record["error"]
            .as_str()
            .unwrap()
            .contains("`how`: got 1, wanted a string")
    );
}

#[tokio::test]
async fn a_call_is_recorded_if_its_client_disconnects() {
    let gate = Gate::shut();
    let entered = gate.clone();
    let slow = tool("slow", move |_, _| {
        let entered = entered.clone();
        async move {
            entered.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let (server, records) = governed(new_server().tools([slow]));
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    let call = tokio::spawn(async move { client.call("slow", json!({})).await });
    gate.arrival().await;
    call.abort();
    let record = one(&records).await;
    assert_eq!(
        (&record["tool"], &record["outcome"]),
        (&json!("slow"), &json!("cancelled"))
    );
}

#[tokio::test]
async fn a_cancel_after_a_wait_is_recorded_as_cancelled() {
    let gate = Gate::shut();
    let entered = gate.clone();
    let patient = tool("patient", move |context: Context, _| {
        let entered = entered.clone();
        async move {
            context.pause_deadline(tokio::task::yield_now()).await;
            entered.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let (server, records) = governed(new_server().tools([patient]));
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    let call = tokio::spawn(async move { client.call("patient", json!({})).await });
    gate.arrival().await;
    call.abort();
    assert_eq!(one(&records).await["outcome"], "cancelled");
}

#[tokio::test]
async fn each_round_of_a_call_that_asks_has_a_record() {
    let (server, records) = governed(new_server().tools(tools![recorded_greeting]));
    let client = server.client().await.unwrap();
    let client =
        client.answering(|_| toolwright::client::Reaction::Accept(json!({"value": "Ada"})));
    let answer = client.call("recorded_greeting", json!({})).await.unwrap();
    assert_eq!(answer.joined_text(), "Hello Ada");
    let outcomes: Vec<_> = records
        .taken()
        .iter()
        .map(|record| record["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["input_required", "ok"]);
}

#[tokio::test]
async fn arguments_over_several_lines_are_recorded_in_one() {
    let (server, records) = governed(new_server().tools(tools![recorded_add]));
    let server = TestServer::start(server).await;
    let session = Session::open(&server).await;
    let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"recorded_add\",\
                \"arguments\":{\n  \"a\": 1,\r\n  \"b\": 2\n}}}";
    let request = session
        .bare(reqwest::Method::POST)
        .header("content-type", "application/json")
        .body(body);
    assert!(request.send().await.unwrap().status().is_success());
    assert_eq!(one(&records).await["arguments"], json!({"a": 1, "b": 2}));
}

/// A log that cannot be written.
struct Full;

impl CallLog for Full {
    fn append(&self, _: Vec<u8>) -> BoxFuture<'_, Kept> {
        Box::pin(std::future::ready(Err(
            "the execution log cannot be written: the disk is full".into(),
        )))
    }

    fn post(&self, _: Vec<u8>) {}
}

#[tokio::test]
async fn a_call_that_cannot_be_recorded_fails() {
    let governance = Governance::new().log(Arc::new(Full), Redactor::default());
    let server = new_server().tools(tools![recorded_add]).govern(governance);
    let client = server.client().await.unwrap();
    let answer = client
        .call("recorded_add", json!({"a": 1, "b": 2}))
        .await
        .unwrap();
    let message = "the execution log cannot be written: the disk is full";
    assert_eq!(
        (answer.is_error, answer.joined_text().as_str()),
        (true, message)
    );
}

#[tokio::test]
async fn secrets_are_left_out_of_every_part_of_a_record() {
    let schema = json!({"type": "object", "properties": {
        "password": {"type": "string"}, "pins": {"type": "array", "items": {"type": "integer"}}, "api_key": {"type": "integer"},
    }});
    let definition =
        ToolDef::new("login", "Logs in.").with_input_schema(schema.as_object().unwrap().clone());
    let login = defined_tool(definition, |_, arguments| async move {
        let mut output = ToolOutput::text(format!("password={}", arguments["password"]));
        output.structured =
            serde_json::value::to_raw_value(&json!({"token": "t0ps3cret", "user": "ada"})).ok();
        Ok(output)
    });
    let (server, records) = governed(new_server().tools([login]));
    let client = server.client().await.unwrap();
    client
        .call(
            "login",
            json!({"password": "hunter22", "api_key": "774411"}),
        )
        .await
        .unwrap();
    let record = one(&records).await;
    assert_eq!(
        record["arguments"],
        json!({"password": "********", "api_key": "********"})
    );
    assert_eq!(
        record["output"]["structuredContent"],
        json!({"token": "********", "user": "ada"})
    );
    assert_eq!(record["repairs"][0]["got"], "********");
    let invalid = json!({"password": 774_411, "pins": ["x"]});
    client.call("login", invalid).await.unwrap();
    let other = one(&records).await;
    assert_eq!(other["outcome"], "invalid_arguments");
    for secret in ["hunter22", "774411", "t0ps3cret"] {
        assert!(!record.to_string().contains(secret), "{secret}: {record}");
        assert!(!other.to_string().contains(secret), "{secret}: {other}");
    }
}
