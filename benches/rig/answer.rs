//! Checks the answers of the peers.

use serde_json::Value;

use super::{
    Result,
    call::{FIRST_ID, Workload},
};

/// Checks an answer. `body` is JSON, or an event stream whose last message is the answer.
pub(crate) fn check(body: &[u8], workload: Workload) -> Result<()> {
    let message = message(body)?;
    let result = &message["result"];
    let id = message["id"].as_u64().unwrap_or_default();
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    let is_correct = message["jsonrpc"] == "2.0"
        && (FIRST_ID..10 * FIRST_ID).contains(&id)
        && result["isError"] != true
        && result["structuredContent"] == workload.structured()
        && serde_json::from_str::<Value>(text)? == workload.text();
    if is_correct {
        return Ok(());
    }
    Err(format!("a wrong answer to `{}`: {}", workload.tool(), shown(body)).into())
}

/// Returns the message of the answer.
pub(crate) fn message(body: &[u8]) -> Result<Value> {
    let unreadable =
        |error: &dyn std::fmt::Display| format!("no answer ({error}): {}", shown(body));
    if body.starts_with(b"{") {
        return Ok(serde_json::from_slice(body).map_err(|error| unreadable(&error))?);
    }
    let text = std::str::from_utf8(body)?;
    let last = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: {"))
        .next_back();
    let last = last.ok_or_else(|| unreadable(&"neither JSON nor an event stream"))?;
    Ok(serde_json::from_str(&format!("{{{last}")).map_err(|error| unreadable(&error))?)
}

fn shown(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(400)]).into_owned()
}
