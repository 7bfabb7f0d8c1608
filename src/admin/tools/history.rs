//! `POST tools/{name}/restore`, `GET tools/{name}/versions`, and `rollback`.

use std::sync::Arc;

use axum::http::StatusCode;
use toolwright_registry::{Action, Expected, Request, ToolSpec};

use super::{draft, found_tool::FoundTool, tool_view::ToolView, write::changed};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    versions::{self, Versions},
};

/// Returns the operations on the history of tools.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/tools/{name}/restore",
            "restore_tool",
            "Brings a removed tool back.",
            |api, request| Box::pin(restore(api, request)),
        )
        .needs(Right::Author)
        .answers::<ToolView>(StatusCode::OK),
        Operation::get(
            "/tools/{name}/versions",
            "list_versions",
            "Lists the versions of a tool, the newest first.",
            |api, request| Box::pin(list(api, request)),
        )
        .needs(Right::Author)
        .answers::<Versions>(StatusCode::OK),
        Operation::post(
            "/tools/{name}/versions/{version}/rollback",
            "roll_back_tool",
            "Brings an earlier version of a tool back.",
            |api, request| Box::pin(roll_back(api, request)),
        )
        .needs(Right::Author)
        .answers::<ToolView>(StatusCode::OK),
    ]
}

async fn restore(api: Arc<Api>, request: ApiRequest) -> Answer {
    let (name, caller) = (request.part("name"), &request.caller);
    // Somebody's private tool is unknown to others, whether it was removed or not.
    let unknown = || Problem::unknown(texts::no_removed_tool, name);
    if api.registry.get(name).is_some() {
        let tool = FoundTool::find(&api, caller, name).map_err(|_| unknown())?;
        let why = texts::not_removed(&tool.name);
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let removed = FoundTool::removed(&api, caller).await?;
    let tool = removed.into_iter().find(|tool| tool.name == name);
    let record = tool.ok_or_else(unknown)?.editable(caller)?;
    draft::check_kind(&api, caller, &record.spec)?;
    if record.by != caller.name() && !caller.is_admin() {
        let why = texts::removed_by(name, &record.by);
        return Err(Problem::forbidden(why));
    }
    let restore = Request {
        action: Action::Restore(name.to_owned()),
        expected: Expected::Absent,
        by: request.caller.name().to_owned(),
    };
    api.change(vec![restore]).await?;
    changed(&api, caller, name, StatusCode::OK)
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let tool = FoundTool::find(&api, &request.caller, request.part("name"))?;
    if tool.record.is_some() {
        tool.clone().editable(&request.caller)?;
    }
    let all = api.registry.history(&tool.name).await?;
    answer::ok(&Versions::of(all, &request.caller))
}

async fn roll_back(api: Arc<Api>, request: ApiRequest) -> Answer {
    let tool = FoundTool::find(&api, &request.caller, request.part("name"))?;
    let record = tool.editable(&request.caller)?;
    let name = record.spec.name();
    let all = api.registry.history(name).await?;
    let (revision, spec) = versions::find(&all, request.part("version"), &request.caller)?;
    let spec = ToolSpec::of_json(name, spec, api.registry.engines())?;
    draft::check_kind(&api, &request.caller, &spec)?;
    if spec.is_active() {
        draft::check_switched_off(&request.caller, &record)?;
    }
    let expected = match request.revision_if_any()? {
        None => record.revision.to_string(),
        Some(revision) => revision,
    };
    if expected != record.revision.to_string() {
        let why = texts::tool_changed();
        return Err(Problem::new(StatusCode::PRECONDITION_FAILED, why));
    }
    let back = Request {
        action: Action::Rollback(name.to_owned(), revision),
        expected: Expected::Revision(record.revision),
        by: request.caller.name().to_owned(),
    };
    api.change(vec![back]).await?;
    changed(&api, &request.caller, name, StatusCode::OK)
}
