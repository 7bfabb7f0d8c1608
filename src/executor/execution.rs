//! [`Execution`]: one call that is over, and [`ToolExecutionResult`]: what plans, the command line and the API show of it.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use crate::core::{ExecutionId, Repair, ToolDef, ToolError, ToolOutput};

/// One call that is over.
#[derive(Debug)]
#[non_exhaustive]
pub struct Execution {
    /// What came of it.
    pub answer: Result<ToolOutput, ToolError>,
    /// Its name in the log, where calls are logged.
    pub id: Option<ExecutionId>,
    /// What was changed in its arguments so that they fit.
    pub repairs: Vec<Repair>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Execution {
    /// A call that took `elapsed`.
    #[must_use]
    pub const fn new(answer: Result<ToolOutput, ToolError>, elapsed: Duration) -> Self {
        Self {
            answer,
            id: None,
            repairs: Vec::new(),
            elapsed,
        }
    }

    /// What is shown of it; `definition` is the tool's, where there is one.
    #[must_use]
    pub fn into_result(
        self,
        tool_name: impl Into<String>,
        definition: Option<&ToolDef>,
    ) -> ToolExecutionResult {
        let (success, result, error) = match self.answer {
            Ok(output) if output.is_error => (false, None, Some(output.joined_text())),
            Ok(output) => (true, value_of(&output, definition), None),
            Err(error) => (false, None, Some(error.to_string())),
        };
        ToolExecutionResult {
            success,
            result,
            error,
            tool_name: tool_name.into(),
            elapsed: self.elapsed.as_secs_f64(),
            execution_id: self.id.map(|id| id.to_string()),
            repairs: self.repairs,
        }
    }
}

/// What plans, the command line and the API show of a call.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ToolExecutionResult {
    /// Whether it has a result.
    pub success: bool,
    /// The structured value where the tool gives one, else its text, else its blocks.
    pub result: Option<Value>,
    /// Why there is no result.
    pub error: Option<String>,
    /// The tool.
    pub tool_name: String,
    /// How long it took, in seconds.
    pub elapsed: f64,
    /// Its name in the execution log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_id: Option<String>,
    /// What was changed in its arguments so that they fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
}

impl ToolExecutionResult {
    /// A call that never began.
    pub fn refused(tool_name: impl Into<String>, error: impl Into<String>) -> Self {
        Self {
            success: false,
            result: None,
            error: Some(error.into()),
            tool_name: tool_name.into(),
            elapsed: 0.0,
            execution_id: None,
            repairs: Vec::new(),
        }
    }
}

/// What an output says in one value.
fn value_of(output: &ToolOutput, definition: Option<&ToolDef>) -> Option<Value> {
    if let Some(value) = output.structured_value() {
        return Some(unwrapped(value, definition));
    }
    if output.content.iter().all(|block| block.as_text().is_some()) {
        return (!output.content.is_empty()).then(|| output.joined_text().into());
    }
    Some(json!(output.content))
}

/// A value that is only wrapped because clients know nothing but objects.
fn unwrapped(value: Value, definition: Option<&ToolDef>) -> Value {
    let is_wrapped = definition
        .and_then(ToolDef::output_schema)
        .is_some_and(|schema| schema.contains_key("x-fastmcp-wrap-result"));
    match value {
        Value::Object(mut members) if is_wrapped => members.remove("result").unwrap_or_default(),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Content, IntoToolOutput};

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
    fn a_result_is_the_value_that_the_tool_gave() {
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
    fn blocks_that_are_no_text_are_shown_as_they_are() {
        let image = serde_json::from_value(
            json!({"type": "image", "data": "AA==", "mimeType": "image/png"}),
        );
        let blocks: Vec<Content> = vec![Content::text("a"), image.unwrap()];
        let expected = json!(blocks);
        assert_eq!(shown(blocks.into(), None).1, Some(expected));
    }
}
