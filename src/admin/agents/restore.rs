//! `POST agents/{name}/restore`.

use std::sync::Arc;

use axum::http::StatusCode;
use toolwright_registry::{Action, Expected, Request};

use super::{
    agent_view::AgentView,
    found_agent::FoundAgent,
    write::{change, changed},
};
use crate::admin::{
    answer::Answer, api::Api, operation::Operation, problem::Problem, request::ApiRequest,
    rights::Right,
};

/// Returns the operation.
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
    ]
}

async fn restore(api: Arc<Api>, request: ApiRequest) -> Answer {
    let (name, caller) = (request.part("name"), &request.caller);
    // Somebody's private agent is unknown to others, whether it was removed or not.
    let unknown = || Problem::unknown("removed agent", name);
    if api.agents.registry().get(name).is_some() {
        FoundAgent::find(&api, caller, name).map_err(|_| unknown())?;
        let why = format!("`{name}` was not removed");
        return Err(Problem::new(StatusCode::CONFLICT, why));
    }
    let removed = FoundAgent::removed(&api, caller).await?;
    let mut removed = removed.into_iter();
    let found = removed.find(|agent| agent.agent().name() == name);
    let record = found.ok_or_else(unknown)?.editable(caller)?;
    if record.by != caller.name() && !caller.is_admin() {
        let by = &record.by;
        let why = format!("`{name}` was removed by {by}: only an admin may restore it");
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
