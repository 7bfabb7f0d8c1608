//! Runs a [`Plan`].

use futures_util::{StreamExt as _, stream};

use super::{
    plan::{PLAN_TOOL, Plan, Step},
    report::PlanReport,
};
use crate::{
    core::{Arguments, Context, ToolError},
    executor::{executor::Executor, tool_execution_result::ToolExecutionResult},
};

/// The maximum number of steps that run concurrently.
const MAX_CONCURRENT: usize = 16;

/// The reader of a report. Only an operator is told that a tool exists but is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The operator of the server, who may see every detail.
    Operator,
    /// An agent, which sees what a call over MCP would show.
    Agent,
}

impl Executor {
    /// Runs the steps of `plan` within the call of `context`, and reports progress after each
    /// group.
    pub async fn run_plan(&self, context: &Context, plan: Plan, audience: Audience) -> PlanReport {
        if self.policy().is_none() {
            return PlanReport::skipped("tool execution is off (`MCP_TOOLS=false`)");
        }
        let total = plan.steps.len();
        let mut results = Vec::with_capacity(total);
        let mut steps = plan.steps.into_iter().peekable();
        while let Some(step) = steps.next() {
            let mut group = vec![step];
            if self.is_parallel(&group[0]) {
                let follows = |step: &Step| self.is_parallel(step);
                group.extend(std::iter::from_fn(|| steps.next_if(follows)));
            }
            let running = group
                .into_iter()
                .map(|step| self.run_step(context, step, audience));
            results.extend(
                stream::iter(running)
                    .buffered(MAX_CONCURRENT)
                    .collect::<Vec<_>>()
                    .await,
            );
            #[expect(clippy::cast_precision_loss, reason = "there are at most 100 steps")]
            context.progress(results.len() as f64, total as f64).await;
        }
        PlanReport::of(results)
    }

    fn is_parallel(&self, step: &Step) -> bool {
        let snapshot = self.catalog.snapshot();
        let tool = snapshot.tool(&step.tool);
        tool.is_some_and(|tool| tool.definition().is_parallel())
    }

    async fn run_step(
        &self,
        context: &Context,
        step: Step,
        audience: Audience,
    ) -> ToolExecutionResult {
        if step.tool == PLAN_TOOL {
            return ToolExecutionResult::failed(step.tool, "a plan cannot run another plan");
        }
        let snapshot = self.catalog.snapshot();
        let definition = snapshot.tool(&step.tool).map(|tool| tool.definition());
        let arguments = match Arguments::from_value(&step.arguments) {
            Ok(arguments) => arguments,
            Err(error) => return ToolExecutionResult::failed(step.tool, error.to_string()),
        };
        let execution = self.execute(context.child(), &step.tool, arguments).await;
        let is_blocked = matches!(execution.answer, Err(ToolError::Denied(_)));
        let mut result = execution.into_result(step.tool, definition);
        if is_blocked && audience == Audience::Operator {
            result.error = Some("blocked by the policy (`TOOL_WHITELIST`)".into());
        }
        result
    }
}
