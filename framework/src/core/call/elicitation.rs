//! The result of an elicitation.

use serde_json::{Value, json};

use crate::core::peer::AskError;

/// Returns the content of an elicitation's result, if the person accepted.
pub(super) fn accepted(mut answer: Value) -> Result<Value, AskError> {
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => Ok(answer
            .get_mut("content")
            .map_or_else(|| json!({}), Value::take)),
        Some("decline") => Err(AskError::Declined),
        Some("cancel") => Err(AskError::Dismissed),
        other => Err(AskError::Invalid(format!("`action` is {other:?}"))),
    }
}
