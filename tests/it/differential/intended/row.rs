//! [`Intended`]: a reason, the requests that it is about, and the [`Row`]s that differ in them.

use std::fmt;

use serde_json::{Value, json};
use toolwright::govern::NamePattern;

use crate::differential::difference::{Difference, Pair};

/// Stands for any value, also inside of another.
pub(super) const ANY: &str = "…";

/// Stands for no value: the server has nothing at this place.
pub(super) const NOTHING: Value = Value::Null;

/// Differences that are intended, with their reason.
///
/// A row is due in every request of these names where the twin says what the row says of it, and
/// where both sides have the object that the value belongs to. Where it is due it must hold: a
/// difference that is gone must be removed from the table.
pub(in crate::differential) struct Intended {
    pub(in crate::differential) reason: &'static str,
    requests: Vec<NamePattern>,
    exceptions: Vec<NamePattern>,
    pub(in crate::differential) rows: Vec<Row>,
}

/// One place, what ours says there, and what theirs says.
pub(in crate::differential) struct Row {
    path: &'static str,
    ours: Value,
    theirs: Value,
}

impl Intended {
    pub(in crate::differential) const fn new(reason: &'static str) -> Self {
        Self {
            reason,
            requests: Vec::new(),
            exceptions: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The requests of these names, in which `*` is any text.
    pub(in crate::differential) fn requests(mut self, patterns: &[&str]) -> Self {
        self.requests = patterns
            .iter()
            .map(|pattern| NamePattern::new(*pattern))
            .collect();
        self
    }

    /// But not those of these names.
    pub(in crate::differential) fn except(mut self, patterns: &[&str]) -> Self {
        self.exceptions = patterns
            .iter()
            .map(|pattern| NamePattern::new(*pattern))
            .collect();
        self
    }

    /// Adds the values of ours and theirs at the place of a JSON pointer.
    pub(in crate::differential) fn row(
        self,
        path: &'static str,
        ours: impl Into<Value>,
        theirs: impl Into<Value>,
    ) -> Self {
        self.rows([row(path, ours, theirs)])
    }

    pub(super) fn rows(mut self, rows: impl IntoIterator<Item = Row>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// Whether it is about the request of this name.
    pub(in crate::differential) fn names(&self, name: &str) -> bool {
        let is_in = |patterns: &[NamePattern]| patterns.iter().any(|pattern| pattern.matches(name));
        is_in(&self.requests) && !is_in(&self.exceptions)
    }

    pub(in crate::differential) fn patterns(&self) -> impl Iterator<Item = &NamePattern> {
        self.requests.iter().chain(&self.exceptions)
    }
}

impl Row {
    pub(in crate::differential) fn allows(&self, difference: &Difference) -> bool {
        self.path == difference.path
            && fits(&self.ours, difference.ours.as_ref())
            && fits(&self.theirs, difference.theirs.as_ref())
    }

    pub(in crate::differential) fn is_due(&self, pair: &Pair) -> bool {
        let (parent, _) = self.path.rsplit_once('/').unwrap();
        let is_there = |observation: &Value| observation.pointer(parent).is_some();
        is_there(&pair.ours)
            && is_there(&pair.theirs)
            && fits(&self.theirs, pair.theirs.pointer(self.path))
    }

    pub(in crate::differential) fn holds(&self, pair: &Pair) -> bool {
        fits(&self.ours, pair.ours.pointer(self.path))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, ours, theirs } = self;
        let text = |value: &Value| match value {
            Value::Null => "nothing".to_owned(),
            value => value.to_string(),
        };
        write!(f, "{path}: ours {}, theirs {}", text(ours), text(theirs))
    }
}

/// Whether a value is what a row says.
fn fits(said: &Value, value: Option<&Value>) -> bool {
    match value {
        None => *said == NOTHING,
        Some(_) if *said == NOTHING => false,
        Some(value) => is_like(said, value),
    }
}

fn is_like(said: &Value, value: &Value) -> bool {
    match (said, value) {
        (Value::String(text), _) if text == ANY => true,
        (Value::Object(said), Value::Object(value)) => {
            let has = |(key, said)| value.get(key).is_some_and(|value| is_like(said, value));
            said.len() == value.len() && said.iter().all(has)
        }
        (Value::Array(said), Value::Array(value)) => {
            let mut pairs = said.iter().zip(value);
            said.len() == value.len() && pairs.all(|(said, value)| is_like(said, value))
        }
        _ => said == value,
    }
}

fn row(path: &'static str, ours: impl Into<Value>, theirs: impl Into<Value>) -> Row {
    Row {
        path,
        ours: ours.into(),
        theirs: theirs.into(),
    }
}

/// An error as both servers write it.
pub(super) fn error(code: i32) -> Value {
    json!({"code": code, "message": "<message>"})
}

/// An error as the only message.
pub(super) fn refusal(code: i32) -> Value {
    json!([{"jsonrpc": "2.0", "id": 1, "error": error(code)}])
}

/// The same for a request whose id is unknown.
pub(super) fn refusal_without_id(code: i32) -> Value {
    json!([{"jsonrpc": "2.0", "error": error(code)}])
}

/// Any result as the only message.
pub(super) fn answer() -> Value {
    json!([{"jsonrpc": "2.0", "id": 1, "result": ANY}])
}

/// Ours answers with these messages, theirs with a line of text.
pub(super) fn json_for_text(messages: Value) -> [Row; 3] {
    [
        row("/headers/content-type", "application/json", NOTHING),
        row("/messages", messages, NOTHING),
        row("/text", NOTHING, "<text>"),
    ]
}

/// Ours answers with a line of text, theirs with these messages.
pub(super) fn text_for_json(messages: Value) -> [Row; 3] {
    let plain = "text/plain; charset=utf-8";
    [
        row("/headers/content-type", plain, "application/json"),
        row("/messages", NOTHING, messages),
        row("/text", "<text>", NOTHING),
    ]
}

/// Ours answers with this error, theirs with a result.
pub(super) fn error_for_result(error: Value) -> [Row; 2] {
    [
        row("/messages/0/error", error, NOTHING),
        row("/messages/0/result", NOTHING, ANY),
    ]
}

/// Ours answers with a result, theirs with this error.
pub(super) fn result_for_error(error: Value) -> [Row; 2] {
    [
        row("/messages/0/error", NOTHING, error),
        row("/messages/0/result", ANY, NOTHING),
    ]
}

/// Ours answers with JSON, theirs with a stream. A `primed` one begins with an event without data.
pub(super) fn json_for_stream(primed: bool) -> [Row; 4] {
    let stream = "text/event-stream";
    [
        row("/headers/content-type", "application/json", stream),
        row("/headers/cache-control", NOTHING, "no-cache"),
        row("/headers/x-accel-buffering", NOTHING, "no"),
        row("/primed", NOTHING, primed),
    ]
}
