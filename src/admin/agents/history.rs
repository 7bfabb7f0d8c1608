//! `POST agents/{name}/restore`, `GET agents/{name}/versions`, and `rollback`.

use std::sync::Arc;

use axum::http::StatusCode;
use toolwright_registry::{Action, Agent, Expected, Request};

use super::{
    agent_view::AgentView,
    found_agent::FoundAgent,
    write::{change, changed, check_switched_off, editable},
};
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

/// Returns the operations on the history of agents.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/agents/{name}/restore",
            "restore_agent",
            "Brings a removed agent back.",
            |api, request| Box::pin(restore(api, request)),
        )
        .needs(Right::Author)
        .answers::<AgentView>(StatusCode::OK),
        Operation::get(
            "/agents/{name}/versions",
            "list_agent_versions",
            "Lists the versions of an agent, the newest first.",
            |api, request| Box::pin(list(api, request)),
        )
        .needs(Right::Author)
        .answers::<Versions>(StatusCode::OK),
        Operation::post(
            "/agents/{name}/versions/{version}/rollback",
            "roll_back_agent",
            "Brings an earlier version of an agent back.",
            |api, request| Box::pin(roll_back(api, request)),
        )
        .needs(Right::Author)
        .answers::<AgentView>(StatusCode::OK),
    ]
}

async fn restore(api: Arc<Api>, request: ApiRequest) -> Answer {
    let (name, caller) = (request.part("name"), &request.caller);
    // Somebody's private agent is unknown to others, whether it was removed or not.
    let unknown = || Problem::unknown(texts::no_removed_agent, name);
    if api.agents.registry().get(name).is_some() {
        FoundAgent::find(&api, caller, name).map_err(|_| unknown())?;
        let why = texts::not_removed(name);
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let removed = FoundAgent::removed(&api, caller).await?;
    let mut removed = removed.into_iter();
    let found = removed.find(|agent| agent.agent().name() == name);
    let record = found.ok_or_else(unknown)?.editable(caller)?;
    if record.by != caller.name() && !caller.is_admin() {
        let by = &record.by;
        let why = texts::removed_by(name, by);
        return Err(Problem::forbidden(why));
    }
    let restore = Request {
        action: Action::Restore(name.to_owned()),
        expected: Expected::Absent,
        by: caller.name().to_owned(),
    };
    change(&api, vec![restore]).await?;
    changed(&api, caller, name, StatusCode::OK)
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let record = editable(&api, &request).await?;
    let all = api.agents.registry().history(record.spec.name()).await?;
    answer::ok(&Versions::of(all, &request.caller))
}

async fn roll_back(api: Arc<Api>, request: ApiRequest) -> Answer {
    let (record, caller) = (editable(&api, &request).await?, &request.caller);
    let name = record.spec.name();
    let all = api.agents.registry().history(name).await?;
    let (revision, spec) = versions::find(&all, request.part("version"), caller)?;
    if Agent::of_json(name, spec)?.is_active() {
        check_switched_off(caller, &record)?;
    }
    let expected = request.revision_if_any()?;
    if expected.is_some_and(|expected| expected != record.revision.to_string()) {
        let why = texts::agent_changed();
        return Err(Problem::new(StatusCode::PRECONDITION_FAILED, why));
    }
    let back = Request {
        action: Action::Rollback(name.to_owned(), revision),
        expected: Expected::Revision(record.revision),
        by: caller.name().to_owned(),
    };
    change(&api, vec![back]).await?;
    changed(&api, caller, name, StatusCode::OK)
}
