//! [`Plan`]: several calls, one after the other or side by side.
//!
//! The steps run in order. Neighbours whose tools are parallel run together. A step that is blocked or fails is a result with its error, and
//! the rest go on.

use futures_util::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    core::{Arguments, Context, ToolError},
    executor::{execution::ToolExecutionResult, executor::Executor},
};

/// The name of the tool that runs plans.
pub(super) const TOOL: &str = "run_plan";

/// The most steps of a plan.
pub(crate) const MOST_STEPS: usize = 100;
/// The most steps that run together.
const MOST_TOGETHER: usize = 16;

/// Several calls: a list of steps, or an object with the list in `steps`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct Plan {
    steps: Vec<Step>,
}

/// One call of a plan.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Step {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// What a plan looks like in a file.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a list of steps, or an object with a list `steps`, is wanted; a step is {\"tool\": …, \"arguments\": {…}}"
)]
enum Written {
    List(Vec<Step>),
    Object { steps: Vec<Step> },
}

impl TryFrom<Written> for Plan {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let (Written::List(steps) | Written::Object { steps }) = written;
        Self::new(steps)
    }
}

/// Who reads the report. Only who runs the server learns that a tool is there and blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    Operator,
    Agent,
}

/// What came of a plan.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PlanReport {
    /// Why nothing was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// How many steps have a result.
    pub succeeded: usize,
    /// How many have an error.
    pub failed: usize,
    /// The results, in the order of the steps.
    pub results: Vec<ToolExecutionResult>,
}

impl Plan {
    /// The plan of these steps.
    ///
    /// # Errors
    /// When there are too many.
    pub fn new(steps: Vec<Step>) -> Result<Self, String> {
        match steps.len() {
            count if count > MOST_STEPS => Err(format!(
                "a plan has at most {MOST_STEPS} steps, and this has {count}"
            )),
            _ => Ok(Self { steps }),
        }
    }
}

impl PlanReport {
    fn of(results: Vec<ToolExecutionResult>) -> Self {
        let succeeded = results.iter().filter(|result| result.success).count();
        Self {
            skipped: None,
            succeeded,
            failed: results.len() - succeeded,
            results,
        }
    }

    fn skipped(why: &str) -> Self {
        Self {
            skipped: Some(why.to_owned()),
            ..Self::of(Vec::new())
        }
    }
}

impl Executor {
    /// Runs a plan.
    pub(crate) async fn run_plan(
        &self,
        context: &Context,
        plan: Plan,
        audience: Audience,
    ) -> PlanReport {
        if self.policy().is_none() {
            return PlanReport::skipped("tool execution is off (`MCP_TOOLS=false`)");
        }
        let total = plan.steps.len();
        let mut results = Vec::with_capacity(total);
        let mut steps = plan.steps.into_iter().peekable();
        while let Some(step) = steps.next() {
            let mut together = vec![step];
            if self.is_parallel(&together[0]) {
                let follows = |step: &Step| self.is_parallel(step);
                together.extend(std::iter::from_fn(|| steps.next_if(follows)));
            }
            let running = together
                .into_iter()
                .map(|step| self.run_step(context, step, audience));
            results.extend(
                stream::iter(running)
                    .buffered(MOST_TOGETHER)
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
        if step.tool == TOOL {
            return ToolExecutionResult::refused(step.tool, "a plan does not run plans");
        }
        let snapshot = self.catalog.snapshot();
        let definition = snapshot.tool(&step.tool).map(|tool| tool.definition());
        let arguments = match Arguments::from_value(&step.arguments) {
            Ok(arguments) => arguments,
            Err(error) => return ToolExecutionResult::refused(step.tool, error.to_string()),
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
