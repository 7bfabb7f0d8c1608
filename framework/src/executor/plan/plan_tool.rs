//! [`PlanTool`]: the tool `run_plan`, which offers plans to agents.

use std::{fmt, sync::Arc, time::Duration};

use serde::Deserialize;
use serde_json::{Value, json};

use super::plan::{Audience, MAX_STEPS, PLAN_TOOL, Plan, Step};
use crate::{
    core::{
        Arguments, BoxFuture, Context, IntoToolOutput as _, Json, Permitted, Schema, Tool, ToolDef,
        ToolError, ToolOutput,
    },
    executor::executor::{Executor, ExecutorOptions},
};

/// The timeout of a whole plan. Each step has a timeout of its own.
const TIMEOUT: Duration = Duration::from_secs(600);

/// The tool `run_plan`: runs several calls as one.
///
/// It shares the options of its executor, but takes the catalog from the context of the call: the
/// tool is itself part of the catalog, and would keep it alive.
pub(crate) struct PlanTool {
    definition: ToolDef,
    options: Arc<ExecutorOptions>,
}

impl fmt::Debug for PlanTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanTool").finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanArguments {
    steps: Vec<Step>,
}

impl PlanTool {
    /// Creates the tool for the catalog of `executor`.
    pub(crate) fn of(executor: &Executor) -> Self {
        let description = "Call several tools in order. Consecutive steps whose tools allow it run \
            concurrently. A step that fails has an error as its result, and the remaining steps still \
            run. Use it for calls that do not need each other's results.";
        let definition = ToolDef::new(PLAN_TOOL, description)
            .with_input_schema(schema(input_schema()))
            .with_output_schema(Some(schema(output_schema())))
            .with_timeout(TIMEOUT)
            .parallel();
        Self {
            definition,
            options: Arc::clone(&executor.options),
        }
    }
}

impl Tool for PlanTool {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn call(
        &self,
        context: Context,
        arguments: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let PlanArguments { steps } = arguments.parse(&self.definition)?;
            let plan = Plan::new(steps).map_err(ToolError::failed)?;
            let executor = Executor {
                catalog: context.catalog().clone(),
                options: Arc::clone(&self.options),
                // Each step needs the right to call its tool, also in a mounted server.
                is_mounted: false,
            };
            let report = executor.run_plan(&context, plan, Audience::Agent).await;
            Json(report).into_tool_output()
        })
    }
}

fn schema(schema: Value) -> Schema {
    match schema {
        Value::Object(schema) => schema,
        _ => Schema::new(),
    }
}

fn input_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "steps": {
                "type": "array",
                "description": "The calls, in order.",
                "maxItems": MAX_STEPS,
                "items": {
                    "type": "object",
                    "properties": {
                        "tool": {"type": "string", "description": "The name of the tool."},
                        "arguments": {"type": "object", "description": "Its arguments."},
                    },
                    "required": ["tool"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["steps"],
        "additionalProperties": false,
    })
}

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "skipped": {"type": "string", "description": "The reason why no step was run."},
            "succeeded": {"type": "integer"},
            "failed": {"type": "integer"},
            "results": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "tool": {"type": "string"},
                        "success": {"type": "boolean"},
                        "status": {"enum": ["success", "error"]},
                        "result": {"description": "The result of the tool; null if there is none."},
                        "error": {"type": ["string", "null"]},
                        "error_kind": {"type": "string", "description": "The kind of a failure, such as `timeout`."},
                        "tool_name": {"type": "string"},
                        "elapsed": {"type": "number", "description": "In seconds."},
                    },
                    "required": ["tool", "success", "status", "result", "error", "tool_name", "elapsed"],
                },
            },
        },
        "required": ["succeeded", "failed", "results"],
    })
}
