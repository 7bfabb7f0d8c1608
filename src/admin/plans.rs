//! `POST plans`: several calls in one request.

use std::{borrow::Cow, sync::Arc};

use axum::http::StatusCode;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use toolwright::plan::{Audience, Plan, PlanReport};

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    request::ApiRequest,
};

/// A plan, in all of its forms.
enum PlanBody {}

impl JsonSchema for PlanBody {
    fn schema_name() -> Cow<'static, str> {
        "Plan".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let step = json_schema!({
            "type": "object",
            "properties": {
                "tool": {"type": "string"},
                "arguments": {"type": "object"},
            },
            "required": ["tool"],
            "additionalProperties": false,
        });
        let steps = json_schema!({"type": "array", "maxItems": 100, "items": step});
        let names = json_schema!({
            "type": "array", "maxItems": 100, "items": {"type": "string"},
            "description": "The names of tools, which are called without arguments.",
        });
        json_schema!({
            "description": "The calls, in order: a list, an object with the list in `steps`, or an \
                object with names in `tools`.",
            "anyOf": [
                steps,
                {
                    "type": "object", "properties": {"steps": steps}, "required": ["steps"],
                    "additionalProperties": false,
                },
                {
                    "type": "object", "properties": {"tools": names}, "required": ["tools"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}

/// Returns the operation.
pub(super) fn operations() -> Vec<Operation> {
    let run = Operation::post(
        "/plans",
        "run_plan",
        "Calls several tools, in order. A step that fails has an error, and the others still run.",
        |api, request| Box::pin(run(api, request)),
    );
    vec![
        run.body::<PlanBody>()
            .answers::<PlanReport>(StatusCode::OK)
            .calling(),
    ]
}

async fn run(api: Arc<Api>, request: ApiRequest) -> Answer {
    let plan = request.json_as::<PlanBody, Plan>()?;
    let (context, _cancelled_when_dropped) = api.context(&request)?;
    let report = api.executor()?.run_plan(&context, plan, Audience::Operator);
    answer::ok(&report.await)
}
