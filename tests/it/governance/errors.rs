//! Errors: one kind for each, in results, in the log and in the metrics; and the causes behind them.

use std::{fmt, time::Duration};

use serde_json::{Value, json};
use toolwright::{ToolDef, ToolError, ToolOutput, tool::ErrorKind};

use super::{Records, governed};
use crate::harness::{Modern, TestServer, defined_tool, new_server, tool};

/// A server whose tools are late in different ways.
async fn late_server() -> (TestServer, Records) {
    let definition = ToolDef::new("itself", "Sleeps.").with_timeout(Duration::from_millis(20));
    let itself = defined_tool(definition, |_, _| async {
        tokio::time::sleep(Duration::from_secs(60)).await;
        Ok(ToolOutput::text("late"))
    });
    let service = tool("service", |_, _| async {
        Err(ToolError::timed_out("the database did not answer"))
    });
    let script = tool("script", |_, _| async {
        let mut output = ToolOutput::error("the script was stopped");
        output.error_kind = Some(ErrorKind::Timeout);
        Ok(output)
    });
    let (server, records) = governed(new_server().tools([itself, service, script]));
    (TestServer::start(server).await, records)
}

#[tokio::test]
async fn every_deadline_that_passes_is_a_timeout() {
    let (server, records) = late_server().await;
    let client = Modern::of(&server);
    for (tool, text) in [
        ("itself", "timed out after 20ms"),
        ("service", "timed out: the database did not answer"),
        ("script", "the script was stopped"),
    ] {
        let result = client.call(tool, json!({})).await.into_result();
        assert_eq!(result["isError"], true);
        assert_eq!(result["content"][0]["text"], text);
        assert_eq!(result["_meta"]["toolwright/errorKind"], "timeout");
        let record = records.taken().remove(0);
        assert_eq!(
            (&record["tool"], &record["outcome"]),
            (&json!(tool), &json!("timeout"))
        );
    }
    let metrics = server
        .http()
        .get(server.url("/metrics"))
        .send()
        .await
        .unwrap();
    let metrics = metrics.text().await.unwrap();
    for tool in ["itself", "service", "script"] {
        let line = format!("toolwright_calls_total{{tool=\"{tool}\",outcome=\"timeout\"}} 1");
        assert!(metrics.contains(&line), "{metrics}");
    }
}

/// An error with a cause.
#[derive(Debug)]
struct Layer(&'static str, Option<Box<Self>>);

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Layer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.1.as_deref().map(|cause| cause as _)
    }
}

/// The definition of a tool that takes any arguments.
fn open(name: &str) -> ToolDef {
    let schema = json!({"type": "object"});
    ToolDef::new(name, "Fails.").with_input_schema(schema.as_object().unwrap().clone())
}

fn layers() -> Layer {
    let reset = Layer("connection reset", None);
    let pool = Layer(
        "no connection with the token hunter2222",
        Some(Box::new(reset)),
    );
    Layer("the archive is offline", Some(Box::new(pool)))
}

#[tokio::test]
async fn the_chain_of_causes_is_in_the_record_and_not_in_the_answer() {
    let converted = defined_tool(open("converted"), |_, _| async { Err(layers().into()) });
    let hidden = defined_tool(open("hidden"), |_, _| async {
        Err(ToolError::unavailable("try again tomorrow").because(layers()))
    });
    let (server, records) = governed(new_server().tools([converted, hidden]));
    let client = server.client().await.unwrap();
    let (pool, reset) = ("no connection with the token ********", "connection reset");
    for (tool, message, causes) in [
        ("converted", "the archive is offline", json!([pool, reset])),
        (
            "hidden",
            "try again tomorrow",
            json!(["the archive is offline", pool, reset]),
        ),
    ] {
        let arguments = json!({"token": "hunter2222"});
        let answer = client.call(tool, arguments).await.unwrap();
        assert_eq!(answer.joined_text(), message);
        let record = records.taken().remove(0);
        assert_eq!(
            (&record["error"], &record["causes"]),
            (&json!(message), &causes)
        );
    }
    let plain = tool("plain", |_, _| async { Err(ToolError::failed("no")) });
    let (server, records) = governed(new_server().tools([plain]));
    server
        .client()
        .await
        .unwrap()
        .call("plain", json!({}))
        .await
        .unwrap();
    assert_eq!(records.taken()[0].get("causes"), None::<&Value>);
}
