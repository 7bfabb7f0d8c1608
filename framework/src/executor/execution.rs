//! [`Execution`]: a finished call; [`ToolExecutionResult`]: how plans and the command line report it.
//!
//! The beginnings of the texts of errors are fixed, because programs read them.

use std::{fmt::Display, time::Duration};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::core::{ErrorKind, ExecutionId, Repair, Slow, ToolDef, ToolError, ToolOutput};

/// A finished call: its answer, and facts about how it was executed.
///
/// ```
/// use std::time::Duration;
/// use toolwright::{ToolOutput, govern::Execution};
///
/// let execution = Execution::new(Ok(ToolOutput::text("3")), Duration::from_millis(2));
/// let result = execution.into_result("add", None);
/// assert!(result.success);
/// assert_eq!(result.result, Some("3".into()));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Execution {
    /// The output of the tool, or the error that ended the call.
    pub answer: Result<ToolOutput, ToolError>,
    /// The ID of the call in the execution log. Only governed calls have one.
    pub id: Option<ExecutionId>,
    /// The changes that made the arguments fit the schema of the tool.
    pub repairs: Vec<Repair>,
    /// The time from the arrival of the call to its end.
    pub elapsed: Duration,
}

impl Execution {
    /// Creates an execution without an ID and without repairs.
    #[must_use]
    pub const fn new(answer: Result<ToolOutput, ToolError>, elapsed: Duration) -> Self {
        Self {
            answer,
            id: None,
            repairs: Vec::new(),
            elapsed,
        }
    }

    /// Converts the execution into the form that plans and the command line report.
    ///
    /// `definition` is the definition of the tool, if there is one. Its output schema tells whether
    /// the structured value is wrapped as `{"result": …}`; the wrapper is removed.
    #[must_use]
    pub fn into_result(
        self,
        tool_name: impl Into<String>,
        definition: Option<&ToolDef>,
    ) -> ToolExecutionResult {
        let mut result = match self.answer {
            Ok(output) => {
                ToolExecutionResult::of_output(tool_name, &output, definition, self.elapsed)
            }
            Err(error) => ToolExecutionResult::of_error(tool_name, &error, self.elapsed),
        };
        result.elapsed = self.elapsed.as_secs_f64();
        result.execution_id = self.id.map(|id| id.to_string());
        result.repairs = self.repairs;
        result
    }
}

/// A finished call as plans and the command line report it.
///
/// ```
/// use toolwright::govern::ToolExecutionResult;
///
/// let result = ToolExecutionResult::failed("add", "the disk is full");
/// assert_eq!(
///     serde_json::to_value(result)?,
///     serde_json::json!({
///         "success": false,
///         "status": "error",
///         "result": null,
///         "error": "Execution error: the disk is full",
///         "error_kind": "tool_execution_error",
///         "tool_name": "add",
///         "elapsed": 0.0,
///     })
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ToolExecutionResult {
    /// Whether the call succeeded.
    pub success: bool,
    /// `success` or `error`.
    pub status: &'static str,
    /// The structured value of the output; else its text; else its content blocks. A failed call
    /// has a result only if its tool returned a structured one.
    pub result: Option<Value>,
    /// The message of a failed call.
    pub error: Option<String>,
    /// The kind of a failed call: the word for its outcome in the log and in the metrics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_kind: Option<&'static str>,
    /// The name of the tool.
    pub tool_name: String,
    /// The duration of the call in seconds.
    pub elapsed: f64,
    /// The ID of the call in the execution log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_id: Option<String>,
    /// The changes that made the arguments fit the schema of the tool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
}

impl ToolExecutionResult {
    /// Creates the result of a call whose tool failed with the message `error`.
    pub fn failed(tool_name: impl Into<String>, error: impl Into<String>) -> Self {
        Self::of_error(tool_name, &ToolError::failed(error), Duration::ZERO)
    }

    /// Creates the result of a call that failed with `error` after `elapsed`.
    pub(super) fn of_error(
        tool_name: impl Into<String>,
        error: &ToolError,
        elapsed: Duration,
    ) -> Self {
        let tool_name = tool_name.into();
        let text = error_text(&tool_name, error, elapsed);
        Self::of_kind(tool_name, error.kind(), text)
    }

    /// Creates the result of a call to the tool of `definition` that returned `output`, after
    /// `elapsed`.
    pub(super) fn of_output(
        tool_name: impl Into<String>,
        output: &ToolOutput,
        definition: Option<&ToolDef>,
        elapsed: Duration,
    ) -> Self {
        if output.is_error {
            let tool_name = tool_name.into();
            let kind = output.error_kind.unwrap_or(ErrorKind::ToolExecutionError);
            let text = output_text(&tool_name, kind, &message_of(output), elapsed);
            return Self {
                result: output.structured_value(),
                ..Self::of_kind(tool_name, kind, text)
            };
        }
        Self {
            success: true,
            status: "success",
            result: value_of(output, definition),
            error: None,
            error_kind: None,
            tool_name: tool_name.into(),
            elapsed: 0.0,
            execution_id: None,
            repairs: Vec::new(),
        }
    }

    fn of_kind(tool_name: String, kind: ErrorKind, text: String) -> Self {
        Self {
            success: false,
            status: "error",
            result: None,
            error: Some(text),
            error_kind: Some(kind.as_str()),
            tool_name,
            elapsed: 0.0,
            execution_id: None,
            repairs: Vec::new(),
        }
    }
}

/// Returns what a failed output says: the `message` of its structured value, or else its text.
fn message_of(output: &ToolOutput) -> String {
    let structured = output.structured_value();
    let message = structured.as_ref().and_then(|value| value.get("message"));
    if let Some(message) = message.and_then(Value::as_str) {
        return message.to_owned();
    }
    // A structured value is repeated as text, and stands in `result`.
    let repeated = output.structured.as_ref().map(|raw| raw.get());
    let texts = output.content.iter().filter_map(|block| block.as_text());
    let texts: Vec<_> = texts.filter(|text| Some(*text) != repeated).collect();
    if texts.is_empty() {
        return "the tool failed".into();
    }
    texts.join("\n")
}

/// Returns the output as one value.
fn value_of(output: &ToolOutput, definition: Option<&ToolDef>) -> Option<Value> {
    if let Some(value) = output.structured_value() {
        return Some(unwrapped(value, definition));
    }
    if output.content.iter().all(|block| block.as_text().is_some()) {
        return (!output.content.is_empty()).then(|| output.joined_text().into());
    }
    Some(json!(output.content))
}

/// Removes the wrapper of a value that is not an object.
fn unwrapped(value: Value, definition: Option<&ToolDef>) -> Value {
    let is_wrapped = definition.is_some_and(ToolDef::wraps_result);
    match value {
        Value::Object(mut members) if is_wrapped => members.remove("result").unwrap_or_default(),
        value => value,
    }
}

/// Returns the text for `error` of the tool `tool`, after `elapsed`.
pub(super) fn error_text(tool: &str, error: &ToolError, elapsed: Duration) -> String {
    match error {
        ToolError::Timeout(slow) => slow.report(elapsed),
        error => text_of(tool, error.kind(), error),
    }
}

/// Returns the text for an output of `tool` that is an error of `kind`, which `message` describes.
pub(super) fn output_text(tool: &str, kind: ErrorKind, message: &str, elapsed: Duration) -> String {
    match kind {
        ErrorKind::Timeout => Slow::from_message(message, elapsed).report(elapsed),
        kind => text_of(tool, kind, message),
    }
}

fn text_of(tool: &str, kind: ErrorKind, message: impl Display) -> String {
    match kind {
        ErrorKind::NotFound | ErrorKind::Denied => format!("Tool '{tool}' not found"),
        ErrorKind::InvalidArguments => format!("Input validation failed: {message}"),
        ErrorKind::ServiceUnavailable | ErrorKind::ToolExecutionError => {
            format!("Execution error: {message}")
        }
        _ => message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::{Content, IntoToolOutput, Json, ToolDef},
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
        let failure = Some("Execution error: no".to_owned());
        assert_eq!(shown(ToolOutput::error("no"), None), (false, None, failure));
    }

    #[test]
    fn an_envelope_is_the_result_of_a_failure_and_its_message_the_error() {
        let failed = |value: Value| {
            let mut output = Json(value).into_tool_output().unwrap();
            output.is_error = true;
            shown(output, None)
        };
        let envelope = json!({"status": "error", "message": "no such table"});
        let told = Some("Execution error: no such table".to_owned());
        assert_eq!(failed(envelope.clone()), (false, Some(envelope), told));
        let exit = json!({"exit_code": 1});
        let told = Some("Execution error: the tool failed".to_owned());
        assert_eq!(failed(exit.clone()), (false, Some(exit), told));
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

    #[test]
    fn the_texts_begin_as_the_specification_says() {
        let (time, elapsed) = (Duration::from_secs(30), Duration::from_millis(499));
        let text = |error: &ToolError| error_text("x", error, elapsed);
        let timeout = text(&ToolError::Timeout(Slow::Call(time)));
        assert_eq!(timeout, "Tool execution timeout (30s)");
        let slow = ToolError::timed_out("the database did not answer");
        assert_eq!(
            error_text("x", &slow, time),
            "Tool execution timeout (30s): the database did not answer"
        );
        let missing = ToolError::not_found("tool", "x");
        assert_eq!(text(&missing), "Tool 'x' not found");
        let denied = ToolError::denied("tool", "x");
        assert_eq!(text(&denied), "Tool 'x' not found");
        let failed = text(&ToolError::failed("no"));
        assert_eq!(failed, "Execution error: no");
        assert_eq!(text(&ToolError::Cancelled), "cancelled");
    }

    #[test]
    fn an_output_has_the_text_of_its_kind() {
        let text = |kind, message: &str| output_text("x", kind, message, Duration::from_secs(30));
        let timeout = text(ErrorKind::Timeout, "timed out after 30s");
        assert_eq!(timeout, "Tool execution timeout (30s)");
        let slow = text(ErrorKind::Timeout, "timed out: the database did not answer");
        assert_eq!(
            slow,
            "Tool execution timeout (30s): the database did not answer"
        );
        assert_eq!(text(ErrorKind::NotFound, ""), "Tool 'x' not found");
        assert_eq!(text(ErrorKind::Denied, ""), "Tool 'x' not found");
        let invalid = text(ErrorKind::InvalidArguments, "`a` is missing");
        assert_eq!(invalid, "Input validation failed: `a` is missing");
        let failed = text(ErrorKind::ToolExecutionError, "no");
        assert_eq!(failed, "Execution error: no");
        assert_eq!(
            text(ErrorKind::RateLimited, "too many calls"),
            "too many calls"
        );
    }
}
