//! [`Execution`]: a finished call; [`ToolExecutionResult`]: how plans and the command line report it.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::error_text::{error_text, output_text};
use crate::core::{ErrorKind, ExecutionId, Repair, ToolDef, ToolError, ToolOutput};

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
    /// A structured value that is not an object is wrapped as `{"result": …}` on the wire; the
    /// wrapper is removed. `definition` is the definition of the tool, if there is one: its output
    /// schema tells whether objects are wrapped too.
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
///         "tool": "add",
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
    /// The name of the tool.
    pub tool: String,
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
    /// The name of the tool, as `tool`.
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
        let kind = match error {
            // The word would tell that the tool exists.
            ToolError::Denied(_) => ErrorKind::NotFound,
            error => error.kind(),
        };
        Self::of_kind(tool_name, kind, text)
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
        let tool = tool_name.into();
        Self {
            tool: tool.clone(),
            success: true,
            status: "success",
            result: value_of(output, definition),
            error: None,
            error_kind: None,
            tool_name: tool,
            elapsed: 0.0,
            execution_id: None,
            repairs: Vec::new(),
        }
    }

    fn of_kind(tool_name: String, kind: ErrorKind, text: String) -> Self {
        Self {
            tool: tool_name.clone(),
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
        return Some(unwrapped(value, output, definition));
    }
    if output.content.iter().all(|block| block.as_text().is_some()) {
        return (!output.content.is_empty()).then(|| output.joined_text().into());
    }
    Some(json!(output.content))
}

/// Removes the wrapper `{"result": …}`.
///
/// There is one if the output schema says so, or if the text of the output is the text of the
/// member: the text of an object that has a member `result` of its own is the whole object.
fn unwrapped(value: Value, output: &ToolOutput, definition: Option<&ToolDef>) -> Value {
    let is_declared = definition.is_some_and(ToolDef::wraps_result);
    match value {
        Value::Object(mut members) if is_declared || is_text_of_member(&members, output) => {
            members.remove("result").unwrap_or_default()
        }
        value => value,
    }
}

/// Returns `true` if `result` is the only member, and the first block of `output` is its text.
fn is_text_of_member(members: &Map<String, Value>, output: &ToolOutput) -> bool {
    let text = output.content.first().and_then(|block| block.as_text());
    let (Some(text), Some(member), 1) = (text, members.get("result"), members.len()) else {
        return false;
    };
    match member {
        Value::String(member) => member == text,
        member => serde_json::from_str::<Value>(text).is_ok_and(|value| value == *member),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::{Content, IntoToolOutput, Json, NotFound, ToolDef},
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
        assert_eq!(shown(three(), None), (true, Some(json!(3)), None));
        let text = Some(json!("a"));
        assert_eq!(shown(ToolOutput::text("a"), None), (true, text, None));
        assert_eq!(shown(ToolOutput::default(), None), (true, None, None));
        let failure = Some("Execution error: no".to_owned());
        assert_eq!(shown(ToolOutput::error("no"), None), (false, None, failure));
    }

    #[test]
    fn only_the_wrapper_of_a_value_is_removed() {
        for value in [
            json!(15),
            json!("a"),
            json!("15"),
            json!([1, 2]),
            json!(null),
            json!(1.5),
        ] {
            let output = Json(value.clone()).into_tool_output().unwrap();
            assert_eq!(shown(output, None).1, Some(value));
        }
        for object in [
            json!({"result": 15}),
            json!({"result": "a"}),
            json!({"result": 1, "unit": "m"}),
        ] {
            let output = Json(object.clone()).into_tool_output().unwrap();
            assert_eq!(shown(output, None).1, Some(object));
        }
    }

    #[test]
    fn a_denied_tool_has_the_result_of_an_unknown_one_and_a_blocked_one_names_the_whitelist() {
        let result = |error: ToolError| {
            let result = ToolExecutionResult::of_error("x", &error, Duration::ZERO);
            serde_json::to_value(result).unwrap()
        };
        let unknown = result(ToolError::not_found("tool", "x"));
        assert_eq!(result(ToolError::denied("tool", "x")), unknown);
        let name = NotFound {
            kind: "tool",
            name: "x".into(),
        };
        let blocked = ToolError::Blocked(name);
        assert_eq!(blocked.to_string(), "unknown tool `x`");
        assert_eq!(
            result(blocked),
            json!({
                "tool": "x", "success": false, "status": "error", "result": null,
                "error": "Blocked by whitelist policy", "error_kind": "denied",
                "tool_name": "x", "elapsed": 0.0,
            })
        );
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
}
