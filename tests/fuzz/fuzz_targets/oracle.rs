//! A plain parser, which the server's parser is compared with.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// A text as the plain parser sees it.
pub(crate) struct Text {
    pub(crate) is_json: bool,
    pub(crate) depth: usize,
    /// `None` if the text is not JSON, or has a number or a string that `Value` cannot hold.
    pub(crate) value: Option<Value>,
    /// The keys of its members, if it is an object.
    names: Vec<String>,
}

impl Text {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let text = str::from_utf8(bytes).unwrap_or("no text");
        let read: Result<Value, _> = serde_json::from_str(text);
        // A `Value` does not show whether a zero was written as an integer.
        let is_sure = |value: &Value| value["id"].as_f64() != Some(0.0) || value["id"].is_i64();
        let value = read.as_ref().ok().filter(|value| is_sure(value)).cloned();
        let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
        if let (true, Err(error)) = (is_json, &read) {
            assert!(error.is_syntax(), "JSON, and no value: {error}");
        }
        assert!(is_json || value.is_none());
        Self {
            is_json,
            depth: depth(text),
            value,
            names: serde_json::from_str::<Names>(text).map_or_else(|_| Vec::new(), |names| names.0),
        }
    }

    /// Returns the id, if it is valid and unique.
    pub(crate) fn id(&self, value: &Value) -> Option<Value> {
        let id = whole(value.get("id")?);
        let is_id = id.is_string() || id.is_i64();
        (is_id && self.names.iter().filter(|name| *name == "id").count() == 1).then_some(id)
    }

    /// Returns whether the text is a request that no parser may refuse.
    pub(crate) fn is_plain_request(&self) -> bool {
        let Some(value) = &self.value else {
            return false;
        };
        let mut names = self.names.clone();
        names.sort();
        let has_duplicates = names.windows(2).any(|pair| pair[0] == pair[1]);
        let known = ["params", "result", "error"];
        self.depth <= 100
            && !has_duplicates
            && value["jsonrpc"] == "2.0"
            && self.id(value).is_some()
            && value["method"].is_string()
            && known.iter().all(|name| value.get(name).is_none())
    }
}

/// Converts an integer that is written as a fraction, for example `1.0`.
pub(crate) fn whole(id: &Value) -> Value {
    match id.as_f64() {
        Some(number) if id.is_f64() && number.fract() == 0.0 && number.abs() <= 2f64.powi(53) => {
            Value::from(number as i64)
        }
        _ => id.clone(),
    }
}

/// Returns the number of nested levels in a JSON text.
fn depth(text: &str) -> usize {
    let (mut level, mut deepest, mut in_text, mut escaped) = (0_usize, 0, false, false);
    for letter in text.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            '[' | '{' if !in_text => level += 1,
            ']' | '}' if !in_text => level = level.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(level);
    }
    deepest
}

/// The keys of an object in their order.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NamesVisitor).map(Self)
    }
}

struct NamesVisitor;

impl<'de> Visitor<'de> for NamesVisitor {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut names = Vec::new();
        while let Some((name, IgnoredAny)) = map.next_entry()? {
            names.push(name);
        }
        Ok(names)
    }
}
