//! [`ToolExecutionResult`]: a finished call as plans and the command line report it.

use serde::Serialize;
use serde_json::{Value, json};

use crate::core::{Repair, Schema, ToolOutput};

/// A finished call as plans and the command line report it.
///
/// ```
/// use toolwright::govern::ToolExecutionResult;
///
/// let result = ToolExecutionResult::failed("add", "there is no tool `add`");
/// assert_eq!(
///     serde_json::to_value(result)?,
///     serde_json::json!({
///         "success": false,
///         "result": null,
///         "error": "there is no tool `add`",
///         "tool_name": "add",
///         "elapsed": 0.0,
///     })
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ToolExecutionResult {
    /// Whether the call succeeded.
    pub success: bool,
    /// The structured value of the output; else its text; else its content blocks.
    pub result: Option<Value>,
    /// The message of a failed call.
    pub error: Option<String>,
    /// The name of the tool.
    pub tool_name: String,
    /// The duration of the call in seconds.
    pub elapsed: f64,
    /// The ID of the call in the execution log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_id: Option<String>,
    /// The changes that made the arguments fit the schema of the tool.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
}

impl ToolExecutionResult {
    /// Creates the result of a call that failed with the message `error`.
    pub fn failed(tool_name: impl Into<String>, error: impl Into<String>) -> Self {
        Self::new(tool_name.into(), Err(error.into()))
    }

    /// Creates the result of a call that returned `output`, whose structured value has `schema`.
    pub(super) fn of_output(
        tool_name: impl Into<String>,
        output: &ToolOutput,
        schema: Option<&Schema>,
    ) -> Self {
        let answer = if output.is_error {
            Err(output.joined_text())
        } else {
            Ok(value_of(output, schema))
        };
        Self::new(tool_name.into(), answer)
    }

    fn new(tool_name: String, answer: Result<Option<Value>, String>) -> Self {
        let (success, result, error) = match answer {
            Ok(value) => (true, value, None),
            Err(error) => (false, None, Some(error)),
        };
        Self {
            success,
            result,
            error,
            tool_name,
            elapsed: 0.0,
            execution_id: None,
            repairs: Vec::new(),
        }
    }
}

/// Returns the output as one value.
fn value_of(output: &ToolOutput, schema: Option<&Schema>) -> Option<Value> {
    if let Some(value) = output.structured_value() {
        return Some(unwrapped(value, schema));
    }
    if output.content.iter().all(|block| block.as_text().is_some()) {
        return (!output.content.is_empty()).then(|| output.joined_text().into());
    }
    Some(json!(output.content))
}

/// Removes the wrapper of a value that is not an object.
fn unwrapped(value: Value, schema: Option<&Schema>) -> Value {
    let is_wrapped = schema.is_some_and(|schema| schema.contains_key("x-fastmcp-wrap-result"));
    match value {
        Value::Object(mut members) if is_wrapped => members.remove("result").unwrap_or_default(),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        core::{Content, IntoToolOutput, ToolDef},
        executor::execution::Execution,
    };

    fn shown(
        output: ToolOutput,
        definition: Option<&ToolDef>,
    ) -> (bool, Option<Value>, Option<String>) {
        let execution = Execution::new(Ok(output), Duration::from_millis(1_500));
        let result = execution.into_result("t", definition);
        assert!((result.elapsed - 1.5).abs() < f64::EPSILON);
        (result.success, result.result, result.error)
    }

    #[test]
    fn a_result_has_the_value_or_the_error_of_the_tool() {
        let wrapped =
            ToolDef::new("t", "").with_output_schema(<i64 as IntoToolOutput>::output_schema());
        let three = || 3_i64.into_tool_output().unwrap();
        assert_eq!(shown(three(), Some(&wrapped)), (true, Some(json!(3)), None));
        let bare = Some(json!({"result": 3}));
        assert_eq!(shown(three(), None), (true, bare, None));
        let text = Some(json!("a"));
        assert_eq!(shown(ToolOutput::text("a"), None), (true, text, None));
        assert_eq!(shown(ToolOutput::default(), None), (true, None, None));
        let failure = Some("no".to_owned());
        assert_eq!(shown(ToolOutput::error("no"), None), (false, None, failure));
    }

    #[test]
    fn content_other_than_text_is_reported_as_blocks() {
        let image = serde_json::from_value(
            json!({"type": "image", "data": "AA==", "mimeType": "image/png"}),
        );
        let blocks: Vec<Content> = vec![Content::text("a"), image.unwrap()];
        let expected = json!(blocks);
        assert_eq!(shown(blocks.into(), None).1, Some(expected));
    }
}
