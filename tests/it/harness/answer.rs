//! The answer of a server: status and body, as values to compare.

use reqwest::{Response, header::CONTENT_TYPE};
use serde_json::{Value, json};

use super::{events::Events, patience::soon};

/// The answer of a server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Body,
}

/// The body of an answer, by its content type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    Json(Value),
    /// The messages of an event stream, to its end.
    Events(Vec<Value>),
    Text(String),
}

impl Answer {
    /// Reads a response to its end.
    pub(crate) async fn read(response: Response) -> Self {
        let status = response.status().as_u16();
        let content_type = response.headers().get(CONTENT_TYPE);
        let body = match content_type.map(|value| value.to_str().unwrap()) {
            Some("application/json") => Body::Json(soon(response.json()).await.unwrap()),
            Some("text/event-stream") => Body::Events(Events::new(response).rest().await),
            _ => Body::Text(soon(response.text()).await.unwrap()),
        };
        Self { status, body }
    }

    pub(crate) const fn json(status: u16, body: Value) -> Self {
        Self {
            status,
            body: Body::Json(body),
        }
    }

    pub(crate) fn text(status: u16, text: &str) -> Self {
        Self {
            status,
            body: Body::Text(text.to_owned()),
        }
    }

    pub(crate) const fn events(messages: Vec<Value>) -> Self {
        Self {
            status: 200,
            body: Body::Events(messages),
        }
    }

    /// The status, and the JSON-RPC code of an answer that is an error: for messages that others write.
    pub(crate) fn refusal(&self) -> (u16, Option<i64>) {
        let code = match &self.body {
            Body::Json(message) => message["error"]["code"].as_i64(),
            _ => None,
        };
        (self.status, code)
    }

    /// The result of an answer that is one.
    #[track_caller]
    pub(crate) fn into_result(self) -> Value {
        match self.body {
            Body::Json(mut message) if message.get("result").is_some() => message["result"].take(),
            other => panic!("not a result: {} {other:?}", self.status),
        }
    }
}

/// The message of a result.
pub(crate) fn result(id: impl Into<Value>, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "result": result})
}

/// The message of an error.
pub(crate) fn error(id: impl Into<Value>, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "error": {"code": code, "message": message}})
}

/// These members as every final result of 2026-07-28 has them.
pub(crate) fn complete(mut members: Value) -> Value {
    members["resultType"] = json!("complete");
    members["_meta"] =
        json!({"io.modelcontextprotocol/serverInfo": {"name": "it", "version": "1"}});
    members
}

/// The names of the tools in a list.
pub(crate) fn tool_names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}
