//! What a caller may define: checks of a definition before it is stored or run.

use std::sync::Arc;

use toolwright_registry::{Record, ToolSpec};

use super::found_tool::FoundTool;
use crate::admin::{api::Api, problem::Problem, rights::Requester};

/// Reads a definition that stands in place of `before`, with what its engine knows filled in.
///
/// # Errors
/// If the definition has problems, or the caller may not define such a tool.
pub(super) async fn read(
    api: &Api,
    caller: &Requester,
    text: String,
    before: Option<&Record>,
) -> Result<ToolSpec, Problem> {
    let spec = api.registry.read(text).await?;
    check_kind(api, caller, &spec)?;
    let spec = spec.derived(api.registry.engines()).await?;
    let before = before.map(|record| &record.spec);
    let owner = before.map_or(Some(caller.name()), |before| before.owner());
    if spec.owner().is_some() && spec.owner() != owner && !caller.is_admin() {
        let why = "only an admin may change the owner of a tool";
        return Err(Problem::forbidden(why).at("/owner", why));
    }
    let is_renamed = before.is_some_and(|before| before.name() != spec.name());
    if is_renamed && spec.has_mask() {
        let why = "a credential belongs to the name of its tool: send it again with the new name";
        return Err(Problem::unprocessable("/auth", why));
    }
    match (spec.owner(), owner) {
        // A tool that gets another name is new to the registry, and would belong to the caller.
        (None, Some(owner)) => Ok(spec.with_owner(Some(owner))),
        _ => Ok(spec),
    }
}

/// Reads a definition that is to be run once and not stored. A mask stands for the credential of the
/// stored tool of the same name, if the caller may change that one.
///
/// # Errors
/// If the definition has problems, or the caller may not define such a tool.
pub(super) async fn read_trial(
    api: &Api,
    caller: &Requester,
    text: String,
) -> Result<ToolSpec, Problem> {
    let spec = api.registry.read(text).await?;
    check_kind(api, caller, &spec)?;
    let stored = FoundTool::find(api, caller, spec.name()).ok();
    let stored = stored.and_then(|tool| tool.editable(caller).ok());
    let spec = match spec.has_plain_credential() {
        true => spec.sealed(
            stored.as_ref().map(|record| &*record.spec),
            api.registry.engines(),
        )?,
        false => spec,
    };
    Ok(spec.with_owner(Some(caller.name())))
}

/// Refuses what only an admin may define: programs have the rights of the server, and a tool that
/// stands in for a built-in one changes it for everybody.
///
/// # Errors
/// If the caller may not define such a tool.
pub(super) fn check_kind(api: &Api, caller: &Requester, spec: &ToolSpec) -> Result<(), Problem> {
    if caller.is_admin() {
        return Ok(());
    }
    let refuse = |path: &str, why: &str| Err(Problem::forbidden(why).at(path, why));
    if spec.kind().runs_programs() {
        return refuse("/type", "only an admin may define tools that run programs");
    }
    let Some(built_in) = spec.stands_for() else {
        return Ok(());
    };
    if built_in == spec.name() {
        return refuse("/name", "only an admin may replace a built-in tool");
    }
    let executor = api.executor()?;
    let tool = api.registry.engines().builtins.get(built_in);
    match tool.and_then(|tool| caller.permit(executor, Arc::clone(tool))) {
        Some(_) => Ok(()),
        None => refuse("/config/tool", "you may not call this tool"),
    }
}
