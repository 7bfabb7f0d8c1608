//! Tools that many tests use.

use serde_json::{Value, json};
use toolwright::prelude::*;

use crate::harness::complete;

/// Add two numbers.
#[tool]
pub(crate) async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Returns the answer of `add` on 2026-07-28 for this sum.
pub(crate) fn sum(sum: i64) -> Value {
    complete(legacy_sum(sum))
}

/// Returns the answer of `add` to older clients for this sum.
pub(crate) fn legacy_sum(sum: i64) -> Value {
    json!({
        "content": [{"type": "text", "text": sum.to_string()}],
        "structuredContent": {"result": sum},
    })
}

/// Returns the answer of a tool with this text, for older clients.
pub(crate) fn said(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// Returns the answer of a tool that fails with this text, for older clients.
pub(crate) fn failed(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": true})
}
