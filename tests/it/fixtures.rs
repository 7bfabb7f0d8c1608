//! Tools that many tests use.

use serde_json::{Value, json};
use toolwright::prelude::*;

use crate::harness::complete;

/// Add two numbers.
#[tool]
pub(crate) async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// What `add` answers on 2026-07-28 when the sum is this.
pub(crate) fn sum(sum: i64) -> Value {
    complete(legacy_sum(sum))
}

/// What `add` answers to older clients when the sum is this.
pub(crate) fn legacy_sum(sum: i64) -> Value {
    json!({
        "content": [{"type": "text", "text": sum.to_string()}],
        "structuredContent": {"result": sum},
    })
}

/// What a tool that answers with this text answers to older clients.
pub(crate) fn said(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// What a tool that fails with this text answers to older clients.
pub(crate) fn failed(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": true})
}
