//! `POST tools/test`, `POST tools/{name}/test` and `POST tools/{name}/call`.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use toolwright::Tool;

use super::{draft, found_tool::FoundTool};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    calling,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    run_result::RunResult,
};

/// A call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CallBody {
    /// The arguments, by name.
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// A call of a definition that is not stored.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TrialBody {
    /// The definition of the tool.
    spec: Map<String, Value>,
    /// The arguments, by name.
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// Returns the operations that call tools.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/tools/test",
            "test_definition",
            "Runs a definition once, without storing it. The log marks the call as a test.",
            |api, request| Box::pin(test_definition(api, request)),
        )
        .needs(Right::Author)
        .body::<TrialBody>()
        .answers::<RunResult>(StatusCode::OK)
        .calling(),
        Operation::post(
            "/tools/{name}/test",
            "test_tool",
            "Runs a stored tool once, also one that is switched off.",
            |api, request| Box::pin(test_tool(api, request)),
        )
        .needs(Right::Author)
        .body::<CallBody>()
        .answers::<RunResult>(StatusCode::OK)
        .calling(),
        Operation::post(
            "/tools/{name}/call",
            "call_tool",
            "Calls a tool. A call that fails answers 200 with `success: false`, also one of a tool \
             that does not exist (`error_kind: not_found`) or that the whitelist excludes \
             (`error_kind: denied`).",
            |api, request| Box::pin(call(api, request)),
        )
        .body::<CallBody>()
        .answers::<RunResult>(StatusCode::OK)
        .calling(),
    ]
}

async fn test_definition(api: Arc<Api>, request: ApiRequest) -> Answer {
    let TrialBody { spec, arguments } = request.large_json().await?;
    let text = Value::Object(spec).to_string();
    let spec = draft::read_trial(&api, &request.caller, text).await?;
    let tool = api.registry.build(&spec);
    test(&api, &request, tool, &arguments).await
}

async fn test_tool(api: Arc<Api>, request: ApiRequest) -> Answer {
    let CallBody { arguments } = request.large_json().await?;
    let tool = FoundTool::find(&api, &request.caller, request.part("name"))?;
    let live = tool.live.clone();
    let tool = match live {
        Some(live) => live,
        None => {
            let record = tool.editable(&request.caller)?;
            draft::check_kind(&api, &request.caller, &record.spec)?;
            draft::check_switched_off(&request.caller, &record)?;
            api.registry.build(&record.spec)
        }
    };
    test(&api, &request, tool, &arguments).await
}

/// Runs a tool that need not be in the catalogue, on the path of every call.
async fn test(
    api: &Api,
    request: &ApiRequest,
    tool: Arc<dyn Tool>,
    arguments: &Map<String, Value>,
) -> Answer {
    let executor = api.executor()?;
    let arguments = calling::arguments(arguments)?;
    let Some(permit) = request.caller.permit(executor, Arc::clone(&tool)) else {
        let why = texts::name_against_policy();
        return Err(Problem::forbidden(why));
    };
    let (context, _cancelled_when_dropped) = api.context(request)?;
    let context = context.with_test(true);
    let execution = executor.run(permit, context, arguments).await;
    let definition = tool.definition();
    answer::ok(&RunResult::of(
        execution,
        definition.name(),
        Some(definition),
    ))
}

async fn call(api: Arc<Api>, request: ApiRequest) -> Answer {
    let CallBody { arguments } = request.large_json().await?;
    call_by_name(&api, &request, request.part("name"), &arguments).await
}

/// Calls the tool `name` as a client of MCP would. A tool that the caller may not know of has the
/// same result as one that does not exist.
///
/// # Errors
/// If the arguments cannot be read, or the server has not started.
pub(in crate::admin) async fn call_by_name(
    api: &Api,
    request: &ApiRequest,
    name: &str,
    arguments: &Map<String, Value>,
) -> Answer {
    let arguments = calling::arguments(arguments)?;
    let (context, _cancelled_when_dropped) = api.context(request)?;
    let snapshot = api.services()?.catalog().snapshot();
    let definition = snapshot.tool(name).map(|tool| tool.definition());
    let execution = api.executor()?.execute(context, name, arguments).await;
    answer::ok(&RunResult::of(execution, name, definition))
}
