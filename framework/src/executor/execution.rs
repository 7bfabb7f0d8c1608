//! [`Execution`]: a finished call.

use std::time::Duration;

use super::tool_execution_result::ToolExecutionResult;
use crate::core::{ExecutionId, Repair, ToolDef, ToolError, ToolOutput};

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
