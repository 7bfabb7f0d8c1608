//! Limits of a caller's definitions: checks before one is stored or run.

use std::sync::Arc;

use axum::http::StatusCode;
use toolwright_base::CodedText;
use toolwright_registry::{Record, ToolSpec};

use super::found_tool::FoundTool;
use crate::admin::{api::Api, problem::Problem, rights::Requester, texts};

/// Reads a definition that stands in place of `before_record`, with what its engine knows filled in.
///
/// # Errors
/// If the definition has problems, or the caller may not define such a tool.
pub(super) async fn read(
    api: &Api,
    caller: &Requester,
    text: String,
    before_record: Option<&Record>,
) -> Result<ToolSpec, Problem> {
    let spec = api.registry.read(text).await?;
    check_kind(api, caller, &spec)?;
    let spec = spec.derived(api.registry.engines()).await?;
    let before = before_record.map(|record| &record.spec);
    if let Some(record) = before_record
        && spec.is_active()
    {
        check_switched_off(caller, record)?;
    }
    let owner = before.map_or(Some(caller.name()), |before| before.owner());
    if spec.owner().is_some() && spec.owner() != owner && !caller.is_admin() {
        let why = texts::admin_changes_owner_of_tool();
        return Err(Problem::forbidden(why.clone()).at("/owner", why));
    }
    let is_renamed = before.is_some_and(|before| before.name() != spec.name());
    if is_renamed && spec.has_mask() {
        let why = texts::credential_of_name();
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
    check_trial_name(api, &spec, stored.is_some())?;
    let spec = match spec.has_plain_credential() {
        true => spec.sealed(
            stored.as_ref().map(|record| &*record.spec),
            api.registry.engines(),
        )?,
        false => spec,
    };
    Ok(spec.with_owner(Some(caller.name())))
}

/// Refuses the name of another tool for a trial: the policy of the server, which goes by names, would
/// take the draft for that tool.
fn check_trial_name(api: &Api, spec: &ToolSpec, is_own: bool) -> Result<(), Problem> {
    let name = spec.name();
    let is_other = api.registry.get(name).is_some() && !is_own
        || api.registry.is_reserved(name) && spec.stands_for() != Some(name);
    match is_other {
        true => {
            let why = texts::unusable_name(name);
            Err(Problem::new(StatusCode::CONFLICT, why.clone()).at("/name", why))
        }
        false => Ok(()),
    }
}

/// Refuses the use of a tool that somebody else switched off, as an admin does.
///
/// # Errors
/// If the tool is off, its latest version is of somebody else, and the caller is not an admin.
pub(super) fn check_switched_off(caller: &Requester, record: &Record) -> Result<(), Problem> {
    if record.spec.is_active() || record.by == caller.name() || caller.is_admin() {
        return Ok(());
    }
    let (name, by) = (record.spec.name(), &record.by);
    let why = texts::tool_switched_off(name, by);
    Err(Problem::forbidden(why))
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
    let refuse = |path: &str, why: CodedText| Err(Problem::forbidden(why.clone()).at(path, why));
    if spec.kind().runs_programs() {
        return refuse("/type", texts::admin_defines_programs());
    }
    let Some(built_in) = spec.stands_for() else {
        return Ok(());
    };
    if built_in == spec.name() {
        return refuse("/name", texts::admin_replaces_builtin());
    }
    let executor = api.executor()?;
    let tool = api.registry.engines().builtins.get(built_in);
    match tool.and_then(|tool| caller.permit(executor, Arc::clone(tool))) {
        Some(_) => Ok(()),
        None => refuse("/config/tool", texts::tool_not_callable()),
    }
}
