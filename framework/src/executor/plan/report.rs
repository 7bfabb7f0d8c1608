//! [`PlanReport`]: the results of a plan.

use schemars::JsonSchema;
use serde::Serialize;

use crate::executor::tool_execution_result::ToolExecutionResult;

/// The results of a plan.
///
/// [`Client::run_plan`](crate::Client::run_plan) returns one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlanReport {
    /// The reason why no step was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// The number of steps that succeeded.
    pub succeeded: usize,
    /// The number of steps that failed.
    pub failed: usize,
    /// The results, in the order of the steps.
    pub results: Vec<ToolExecutionResult>,
}

impl PlanReport {
    pub(super) fn of(results: Vec<ToolExecutionResult>) -> Self {
        let succeeded = results.iter().filter(|result| result.success).count();
        Self {
            skipped: None,
            succeeded,
            failed: results.len() - succeeded,
            results,
        }
    }

    pub(super) fn skipped(reason: &str) -> Self {
        Self {
            skipped: Some(reason.to_owned()),
            ..Self::of(Vec::new())
        }
    }
}
