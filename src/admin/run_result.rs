//! [`RunResult`]: a finished call as the API answers it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use toolwright::{
    ToolDef,
    govern::{Execution, ToolExecutionResult},
};

/// A finished call.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RunResult {
    #[serde(flatten)]
    result: ToolExecutionResult,
    /// The content blocks of MCP.
    content: Vec<Value>,
}

impl RunResult {
    /// Returns the result of an execution of the tool with this name and definition.
    pub(super) fn of(execution: Execution, name: &str, definition: Option<&ToolDef>) -> Self {
        let output = execution.answer.as_ref().ok();
        let blocks = output.map(|output| output.content.as_slice());
        let blocks = blocks.unwrap_or_default().iter();
        Self {
            content: blocks
                .filter_map(|block| serde_json::to_value(block).ok())
                .collect(),
            result: execution.into_result(name, definition),
        }
    }
}
