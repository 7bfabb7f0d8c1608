//! [`PlanTool`]: plans, for agents.

use std::{fmt, sync::Arc, time::Duration};

use serde::Deserialize;
use serde_json::{Value, json};

use super::plan::{Audience, MOST_STEPS, Plan, Step, TOOL};
use crate::{
    core::{
        Arguments, BoxFuture, Context, IntoToolOutput as _, Json, Schema, Tool, ToolDef, ToolError,
        ToolOutput,
    },
    executor::executor::{Executor, Parts},
};

/// How long a plan may take: each of its steps has its own time.
const TIMEOUT: Duration = Duration::from_secs(600);

/// `run_plan`: several calls in one. It knows all of the executor but the catalogue, which it is part of.
pub(crate) struct PlanTool {
    definition: ToolDef,
    parts: Arc<Parts>,
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
    /// The tool for the catalogue of `executor`.
    pub(crate) fn of(executor: &Executor) -> Self {
        let description = "Calls several tools, in order; neighbours that can run side by side do. A step that fails is a result \
            with its error, and the rest go on. Use it for calls that do not need each other's results.";
        let definition = ToolDef::new(TOOL, description)
            .with_input_schema(schema(input_schema()))
            .with_output_schema(Some(schema(output_schema())))
            .with_timeout(TIMEOUT)
            .parallel();
        Self {
            definition,
            parts: Arc::clone(&executor.parts),
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
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let PlanArguments { steps } = arguments.parse(&self.definition)?;
            let plan = Plan::new(steps).map_err(ToolError::failed)?;
            let executor = Executor {
                catalog: context.catalog().clone(),
                parts: Arc::clone(&self.parts),
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
                "maxItems": MOST_STEPS,
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
            "skipped": {"type": "string", "description": "Why nothing was run."},
            "succeeded": {"type": "integer"},
            "failed": {"type": "integer"},
            "results": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "success": {"type": "boolean"},
                        "result": {"description": "What the tool gave; null where it failed."},
                        "error": {"type": ["string", "null"]},
                        "tool_name": {"type": "string"},
                        "elapsed": {"type": "number", "description": "In seconds."},
                    },
                    "required": ["success", "result", "error", "tool_name", "elapsed"],
                },
            },
        },
        "required": ["succeeded", "failed", "results"],
    })
}
