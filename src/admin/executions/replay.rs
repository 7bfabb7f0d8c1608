//! `POST executions/{id}/replay`: a new call with the arguments of an earlier one.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use toolwright_base::Redactor;

use super::list::find;
use crate::admin::{
    answer::Answer, api::Api, operation::Operation, problem::Problem, request::ApiRequest,
    run_result::RunResult, texts, tools::run::call_by_name,
};

/// The differences from the earlier call.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ReplayBody {
    /// The arguments, if not those of the earlier call.
    arguments: Option<Map<String, Value>>,
}

/// The arguments of a record.
#[derive(Deserialize)]
struct Recorded {
    #[serde(default)]
    arguments: Value,
}

/// Returns the operation.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    let replay = Operation::post(
        "/executions/{id}/replay",
        "replay_execution",
        "Calls the tool of an earlier call again, by default with the same arguments.",
        |api, request| Box::pin(replay(api, request)),
    );
    vec![
        replay
            .body::<ReplayBody>()
            .answers::<RunResult>(StatusCode::OK)
            .calling(),
    ]
}

async fn replay(api: Arc<Api>, request: ApiRequest) -> Answer {
    let body: ReplayBody = match request.is_empty() {
        true => ReplayBody::default(),
        false => request.json()?,
    };
    let entry = find(&api, &request.caller, request.part("id")).await?;
    let arguments = match body.arguments {
        Some(arguments) => arguments,
        None => recorded(&entry.line)?,
    };
    call_by_name(&api, &request, &entry.tool, &arguments).await
}

/// Returns the arguments of a record.
fn recorded(line: &str) -> Result<Map<String, Value>, Problem> {
    let recorded: Option<Recorded> = serde_json::from_str(line).ok();
    let Some(Value::Object(arguments)) = recorded.map(|recorded| recorded.arguments) else {
        let why = texts::log_without_arguments();
        return Err(Problem::unprocessable("/arguments", why));
    };
    if Value::Object(arguments.clone())
        .to_string()
        .contains(Redactor::MASK)
    {
        let why = texts::log_without_secrets();
        return Err(Problem::unprocessable("/arguments", why));
    }
    Ok(arguments)
}
