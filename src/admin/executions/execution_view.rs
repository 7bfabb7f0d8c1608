//! [`ExecutionItem`] and [`ExecutionView`]: a call of the log, as the API shows it.

use std::time::Duration;

use chrono::SecondsFormat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::to_raw_value};
use toolwright::{ToolDef, ToolOutput, govern::Execution, log::LogEntry};
use toolwright_base::cut_text;

/// How many bytes of the arguments a list shows.
const MAX_ARGUMENTS_TEXT: usize = 200;

/// A call in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(in crate::admin) struct ExecutionItem {
    id: String,
    /// When the call began.
    at: String,
    tool: String,
    kind: Option<String>,
    /// The caller: the name of a user, or an address.
    pub(in crate::admin) caller: Option<String>,
    /// The id of the key that the caller showed.
    key_id: Option<String>,
    agent: Option<String>,
    /// The server that answered the call, if several share a database.
    server: Option<String>,
    /// The software that called.
    client: Option<String>,
    /// `ok`, `input_required`, `begun`, or the kind of an error.
    outcome: String,
    elapsed_ms: f64,
    /// The part of this time in which it waited for a person or for the client.
    waited_ms: f64,
    /// Whether it was a trial run.
    test: bool,
    /// The beginning of the arguments as JSON, without secrets.
    arguments_text: Option<String>,
}

/// A call with its arguments and its result.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ExecutionView {
    #[serde(flatten)]
    item: ExecutionItem,
    /// The arguments as they came, without secrets.
    arguments: Option<Value>,
    /// How the arguments were changed to fit.
    repairs: Vec<Value>,
    /// The result, as the call answered it.
    result: Option<Value>,
    /// The content blocks of MCP.
    content: Vec<Value>,
    error: Option<String>,
    trace_id: Option<String>,
    timeline: Vec<Span>,
}

/// A part of the time of a call.
#[derive(Debug, Serialize, JsonSchema)]
struct Span {
    name: &'static str,
    start_ms: f64,
    duration_ms: f64,
}

/// The members of a record that a [`LogEntry`] lacks.
#[derive(Debug, Default, Deserialize)]
struct Details {
    kind: Option<String>,
    key: Option<String>,
    server: Option<String>,
    trace_id: Option<String>,
    #[serde(default)]
    queued_us: u64,
    arguments: Option<Value>,
}

/// The large members of a record.
#[derive(Debug, Default, Deserialize)]
struct Contents {
    arguments: Option<Value>,
    #[serde(default)]
    repairs: Vec<Value>,
    output: Option<Value>,
    error: Option<String>,
}

impl ExecutionItem {
    /// Returns the item of a record.
    pub(in crate::admin) fn of(entry: &LogEntry) -> Self {
        Self::with(entry, &details(entry))
    }

    fn with(entry: &LogEntry, details: &Details) -> Self {
        Self {
            id: entry.id.clone(),
            at: entry.time.to_rfc3339_opts(SecondsFormat::Micros, true),
            tool: entry.tool.clone(),
            kind: details.kind.clone(),
            caller: entry.caller.clone(),
            key_id: details.key.clone(),
            agent: entry.agent.clone(),
            server: details.server.clone(),
            client: entry.client.clone(),
            outcome: entry.outcome.clone(),
            elapsed_ms: milliseconds(entry.microseconds()),
            waited_ms: milliseconds(entry.waited_microseconds()),
            test: entry.is_test,
            arguments_text: details.arguments.as_ref().map(beginning),
        }
    }
}

impl ExecutionView {
    /// Returns a call of the tool of `definition`, with its arguments and its result.
    pub(super) fn of(entry: &LogEntry, definition: Option<&ToolDef>) -> Self {
        let details = details(entry);
        let contents: Contents = serde_json::from_str(&entry.line).unwrap_or_default();
        let output = contents.output.unwrap_or_default();
        let content = match output.get("content") {
            Some(Value::Array(blocks)) => blocks.clone(),
            _ => Vec::new(),
        };
        Self {
            item: ExecutionItem::with(entry, &details),
            arguments: contents.arguments,
            repairs: contents.repairs,
            result: result(&output, &content, definition),
            content,
            error: contents.error,
            timeline: timeline(entry.microseconds(), details.queued_us),
            trace_id: details.trace_id,
        }
    }
}

/// Returns the beginning of a value as JSON.
fn beginning(value: &Value) -> String {
    cut_text(&value.to_string(), MAX_ARGUMENTS_TEXT).into_owned()
}

fn details(entry: &LogEntry) -> Details {
    serde_json::from_str(&entry.line).unwrap_or_default()
}

/// Returns the result of a call by the rule of a call that has just ended.
fn result(output: &Value, content: &[Value], definition: Option<&ToolDef>) -> Option<Value> {
    let structured = output.get("structuredContent");
    let mut output = ToolOutput::default();
    output.content = content
        .iter()
        .filter_map(|block| serde_json::from_value(block.clone()).ok())
        .collect();
    output.structured = structured.and_then(|value| to_raw_value(value).ok());
    let ended = Execution::new(Ok(output), Duration::ZERO);
    ended.into_result(String::new(), definition).result
}

fn timeline(elapsed: u64, queued: u64) -> Vec<Span> {
    let queued = queued.min(elapsed);
    let run = Span {
        name: "run",
        start_ms: milliseconds(queued),
        duration_ms: milliseconds(elapsed - queued),
    };
    let wait = Span {
        name: "queued",
        start_ms: 0.0,
        duration_ms: milliseconds(queued),
    };
    match queued {
        0 => vec![run],
        _ => vec![wait, run],
    }
}

#[expect(clippy::cast_precision_loss, reason = "no call takes 285 years")]
fn milliseconds(microseconds: u64) -> f64 {
    microseconds as f64 / 1000.0
}
