//! `POST tools/{name}/restore`, `GET tools/{name}/versions`, and `rollback`.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright_registry::{Action, ChangeKind, Expected, Request, ToolSpec, Version, mask};

use super::{draft, found_tool::FoundTool, tool_view::ToolView, write::changed};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::{Requester, Right},
};

/// All versions of a tool.
#[derive(Debug, Serialize, JsonSchema)]
struct Versions {
    /// The newest first.
    items: Vec<VersionView>,
}

/// A version of a tool.
#[derive(Debug, Serialize, JsonSchema)]
struct VersionView {
    version: u64,
    at: String,
    by: String,
    /// `added`, `updated`, `removed`, `restored`, `rolled_back` or `found`.
    change: &'static str,
    /// The definition since then, with credentials masked. `null` if the tool was removed.
    spec: Option<Map<String, Value>>,
}

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
            |api, request| Box::pin(versions(api, request)),
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
    let unknown = || Problem::unknown("removed tool", name);
    if api.registry.get(name).is_some() {
        let tool = FoundTool::find(&api, caller, name).map_err(|_| unknown())?;
        let why = format!("`{}` was not removed", tool.name);
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let removed = FoundTool::removed(&api, caller).await?;
    let tool = removed.into_iter().find(|tool| tool.name == name);
    let record = tool.ok_or_else(unknown)?.editable(caller)?;
    draft::check_kind(&api, caller, &record.spec)?;
    if record.by != caller.name() && !caller.is_admin() {
        let why = format!(
            "`{name}` was removed by {}: only an admin may restore it",
            record.by
        );
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

async fn versions(api: Arc<Api>, request: ApiRequest) -> Answer {
    let tool = FoundTool::find(&api, &request.caller, request.part("name"))?;
    if tool.record.is_some() {
        tool.clone().editable(&request.caller)?;
    }
    let mut versions = api.registry.history(&tool.name).await?;
    versions.retain(|version| is_seen(version, &request.caller));
    let items = versions.into_iter().rev().map(view).collect();
    answer::ok(&Versions { items })
}

async fn roll_back(api: Arc<Api>, request: ApiRequest) -> Answer {
    let tool = FoundTool::find(&api, &request.caller, request.part("name"))?;
    let record = tool.editable(&request.caller)?;
    let name = record.spec.name();
    let number = request.part("version");
    let versions = api.registry.history(name).await?;
    let mut versions = versions.iter();
    let wanted = versions.find_map(|version| {
        let is_wanted = version.revision.to_string() == number;
        let is_seen = is_wanted && is_seen(version, &request.caller);
        is_seen.then_some((version.revision, version.spec.as_ref()?))
    });
    let (revision, spec) = wanted.ok_or_else(|| Problem::unknown("version", number))?;
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
        let why = "the tool was changed meanwhile";
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

/// Returns whether the caller may see and bring back a version. A name can have had other owners,
/// whose credentials their versions have.
fn is_seen(version: &Version, caller: &Requester) -> bool {
    let owner = version.spec.as_ref().map(|spec| spec.get("owner"));
    caller.is_admin()
        || match owner {
            Some(owner) => owner.and_then(Value::as_str) == Some(caller.name()),
            None => version.by == caller.name(),
        }
}

fn view(version: Version) -> VersionView {
    let mut spec = version.spec;
    spec.iter_mut().for_each(mask);
    VersionView {
        version: version.revision,
        at: version.at,
        by: version.by,
        change: match version.change {
            ChangeKind::Add => "added",
            ChangeKind::Update => "updated",
            ChangeKind::Remove => "removed",
            ChangeKind::Restore => "restored",
            ChangeKind::Rollback => "rolled_back",
            ChangeKind::Found => "found",
        },
        spec,
    }
}
