//! Makes responses comparable: one JSON value of `status`, `headers`, and `messages` or `text`.
//!
//! The content type shows whether messages are JSON or an event stream; they are a list in both
//! cases. `primed` shows whether a stream begins with an id for resuming. Texts that each server
//! chooses are replaced by placeholders: `<message>` for the text of an error, `<text>` for plain
//! text, and `<key>` for a random value. Their presence is still compared.

use hyper::http::response::Parts;
use serde_json::{Map, Value, json};

use super::ours::FAILURE;

/// Headers that are not compared.
const TRANSPORT: [&str; 4] = ["connection", "content-length", "date", "transfer-encoding"];

/// Random values, by their keys.
const RANDOM: [&str; 5] = [
    "createdAt",
    "lastUpdatedAt",
    "mcp-session-id",
    "requestState",
    "taskId",
];

/// A response as it was received.
#[derive(Debug)]
pub(super) struct RawResponse {
    pub(super) parts: Parts,
    pub(super) bytes: Vec<u8>,
}

impl RawResponse {
    /// Returns all of it as one value.
    pub(super) fn raw(&self) -> Value {
        let headers = self.headers();
        let is_stream = headers.get("content-type") == Some(&json!("text/event-stream"));
        let mut raw = if is_stream {
            Events::read(&self.bytes).body()
        } else {
            body(&self.bytes)
        };
        raw["status"] = json!(self.parts.status.as_u16());
        raw["headers"] = Value::Object(headers);
        raw
    }

    /// Returns the same with placeholders.
    pub(super) fn observation(&self) -> Value {
        let mut value = self.raw();
        normalize(&mut value);
        value
    }

    fn headers(&self) -> Map<String, Value> {
        let names = self.parts.headers.keys();
        let names = names.filter(|name| !TRANSPORT.contains(&name.as_str()));
        let values = |name| {
            let values = self.parts.headers.get_all(name).iter();
            let values: Vec<_> = values.map(|value| value.to_str().unwrap()).collect();
            values.join(", ")
        };
        names
            .map(|name| (name.to_string(), json!(values(name))))
            .collect()
    }
}

/// Returns the messages of a JSON body, or else its text.
fn body(bytes: &[u8]) -> Value {
    match serde_json::from_slice::<Value>(bytes) {
        _ if bytes.is_empty() => json!({}),
        Ok(message) => json!({"messages": [message]}),
        Err(_) => json!({"text": "<text>"}),
    }
}

/// Replaces the values that each server chooses by placeholders.
pub(super) fn normalize(value: &mut Value) {
    match value {
        Value::Object(members) => {
            normalize_message(members);
            for (key, value) in members {
                if RANDOM.contains(&key.as_str()) && value.is_string() {
                    *value = json!(format!("<{key}>"));
                }
                normalize(value);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(normalize),
        // `1.0` is the same number as `1`.
        Value::Number(number) => {
            if let Some(whole) = number.as_f64().filter(|number| number.fract() == 0.0)
                && number.is_f64()
                && whole.abs() < 1e15
            {
                *value = json!(whole as i64);
            }
        }
        _ => {}
    }
}

/// Replaces the id of a question, the text of an error, and the text of a failed result.
fn normalize_message(members: &mut Map<String, Value>) {
    if members.contains_key("method")
        && let Some(id) = members.get_mut("id")
    {
        *id = json!("<id>");
    }
    if members.contains_key("code")
        && let Some(message) = members.get_mut("message")
    {
        *message = json!("<message>");
    }
    if members.get("isError") == Some(&json!(true)) {
        let content = members.get_mut("content");
        let text = content.and_then(|content| content.pointer_mut("/0/text"));
        if let Some(text) = text.filter(|text| *text != FAILURE) {
            *text = json!("<message>");
        }
    }
}

/// The received part of an event stream.
#[derive(Debug)]
pub(super) struct Events {
    pub(super) messages: Vec<Value>,
    /// Whether it begins with an event without data, whose id is for resuming.
    primed: bool,
}

impl Events {
    /// Reads a stream from its beginning. An incomplete last event is ignored.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut frames: Vec<_> = text.split("\n\n").collect();
        frames.pop();
        let data = |frame: &&str| {
            let field = frame.lines().find_map(|line| line.strip_prefix("data:"));
            field.map_or_else(String::new, |data| data.trim().to_owned())
        };
        let data: Vec<_> = frames.iter().map(data).collect();
        let messages = data.iter().filter(|data| !data.is_empty());
        Self {
            messages: messages
                .map(|data| serde_json::from_str(data).unwrap())
                .collect(),
            primed: data.first().is_some_and(String::is_empty),
        }
    }

    /// Returns the question of the server, if there is one.
    pub(super) fn question(&self) -> Option<&Value> {
        let is_question =
            |message: &&Value| message.get("method").is_some() && message.get("id").is_some();
        self.messages.iter().find(is_question)
    }

    fn body(&self) -> Value {
        json!({"messages": self.messages, "primed": self.primed})
    }
}
