//! [`Plan`]: several calls in one request, how they run, and the [`PlanReport`].

use futures_util::{StreamExt as _, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    core::{Arguments, Context, ToolError},
    executor::{execution::ToolExecutionResult, executor::Executor},
};

/// The name of the tool that runs plans. It cannot be a step.
pub(super) const PLAN_TOOL: &str = "run_plan";
/// The maximum number of steps of a plan.
pub(super) const MAX_STEPS: usize = 100;

/// A list of calls that are executed as one.
///
/// In JSON, a plan is a list of steps, an object with the list in `steps`, or an object with the
/// names of tools in `tools`, which are called without arguments:
///
/// ```
/// use toolwright::plan::Plan;
///
/// let list = r#"[{"tool": "add", "arguments": {"a": 1, "b": 2}}, {"tool": "now"}]"#;
/// let object = format!(r#"{{"steps": {list}}}"#);
/// let (list, object): (Plan, Plan) = (serde_json::from_str(list)?, serde_json::from_str(&object)?);
/// assert_eq!(list, object);
///
/// let names: Plan = serde_json::from_str(r#"{"tools": ["now", "date"]}"#)?;
/// assert_eq!(names, serde_json::from_str(r#"[{"tool": "now"}, {"tool": "date"}]"#)?);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "PlanInput")]
pub struct Plan {
    pub(super) steps: Vec<Step>,
}

/// One call of a plan.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Step {
    /// The name of the tool.
    pub tool: String,
    /// The arguments of the call.
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// The ways to write a plan in JSON.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a list of steps, an object with the list in `steps`, or an object with names in `tools`; a step is {\"tool\": …, \"arguments\": {…}}"
)]
enum PlanInput {
    List(Vec<Step>),
    Object(StepsInput),
    Names(NamesInput),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepsInput {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesInput {
    tools: Vec<String>,
}

impl TryFrom<PlanInput> for Plan {
    type Error = String;

    fn try_from(input: PlanInput) -> Result<Self, String> {
        Self::new(match input {
            PlanInput::List(steps) | PlanInput::Object(StepsInput { steps }) => steps,
            PlanInput::Names(NamesInput { tools }) => tools.into_iter().map(Step::new).collect(),
        })
    }
}

impl Step {
    /// Creates a step that calls `tool` without arguments.
    pub fn new(tool: impl Into<String>) -> Self {
        Self {
            tool: tool.into(),
            arguments: Map::new(),
        }
    }
}

impl Plan {
    /// Creates a plan of these steps.
    ///
    /// # Errors
    /// If there are more than 100 steps.
    pub fn new(steps: Vec<Step>) -> Result<Self, String> {
        match steps.len() {
            count if count > MAX_STEPS => {
                Err(format!("a plan has at most {MAX_STEPS} steps, got {count}"))
            }
            _ => Ok(Self { steps }),
        }
    }
}

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

/// The maximum number of steps that run concurrently.
const MAX_CONCURRENT: usize = 16;

/// The reader of a report: whether a step that the whitelist excludes says so.
///
/// A tool that the caller may not know of is `not found` for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// A user of the API or of the command line, who may know the whitelist.
    Operator,
    /// An agent, which sees what a call over MCP would show: a tool that is not listed is unknown.
    Agent,
}

impl Executor {
    /// Runs the steps of `plan` within the call of `context`, and reports progress after each
    /// group. The log says how many steps ran, or why none did.
    pub async fn run_plan(&self, context: &Context, plan: Plan, audience: Audience) -> PlanReport {
        if self.policy().is_none() {
            tracing::info!("Step 4 (tools) skipped (mcp_tools flag OFF)");
            return PlanReport::skipped("tool execution is off (`MCP_TOOLS=false`)");
        }
        if plan.steps.is_empty() {
            tracing::info!("Step 4 (tools) skipped (no tools in plan)");
            return PlanReport::of(Vec::new());
        }
        let results = self.run_steps(context, plan, audience).await;
        tracing::info!("Step 4 (tools) executed: {} tools", results.len());
        PlanReport::of(results)
    }

    async fn run_steps(
        &self,
        context: &Context,
        plan: Plan,
        audience: Audience,
    ) -> Vec<ToolExecutionResult> {
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
        results
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
        let mut execution = self.execute(context.child(), &step.tool, arguments).await;
        if audience == Audience::Agent
            && let Err(ToolError::Blocked(name)) = execution.answer
        {
            execution.answer = Err(ToolError::NotFound(name));
        }
        execution.into_result(step.tool, definition)
    }
}
