//! `POST agents`, and `PUT`, `PATCH`, `DELETE agents/{name}`.

use std::{borrow::Cow, collections::HashSet, sync::Arc};

use axum::http::{HeaderValue, StatusCode, header};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};
use toolwright_registry::{Action, Agent, Expected, Record, Request, agent_schema};

use super::{agent_view::AgentView, found_agent::FoundAgent};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::{Requester, Right},
    tools::{found_tool::FoundTool, write::merge},
};

/// The most unknown tools of a list that an answer names.
const MAX_FINDINGS: usize = 100;

/// The definition of an agent. The registry reads it; this is its schema in the document.
enum AgentBody {}

impl JsonSchema for AgentBody {
    fn schema_name() -> Cow<'static, str> {
        "AgentSpec".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Value::Object(agent_schema()).try_into().unwrap_or_default()
    }
}

/// Returns the operations that change agents.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/agents",
            "create_agent",
            "Adds an agent. Its owner is the caller.",
            |api, request| Box::pin(create(api, request)),
        )
        .needs(Right::Author)
        .body::<AgentBody>()
        .answers::<AgentView>(StatusCode::CREATED),
        Operation::put(
            "/agents/{name}",
            "replace_agent",
            "Replaces the definition of an agent, and its name if the body has another one.",
            |api, request| Box::pin(replace(api, request)),
        )
        .body::<AgentBody>()
        .with_revision()
        .answers::<AgentView>(StatusCode::OK),
        Operation::patch(
            "/agents/{name}",
            "patch_agent",
            "Changes members of a definition (JSON merge patch).",
            |api, request| Box::pin(patch(api, request)),
        )
        .body::<Map<String, Value>>()
        .with_revision()
        .answers::<AgentView>(StatusCode::OK),
        Operation::delete(
            "/agents/{name}",
            "delete_agent",
            "Removes an agent. It can be restored.",
            |api, request| Box::pin(delete(api, request)),
        )
        .with_revision(),
    ]
}

async fn create(api: Arc<Api>, request: ApiRequest) -> Answer {
    let text = request.text()?.to_owned();
    let agent = draft(&api, &request.caller, text, None).await?;
    let name = agent.name().to_owned();
    let put = Request {
        action: Action::Put(Arc::new(agent)),
        expected: Expected::Absent,
        by: request.caller.name().to_owned(),
    };
    let made = change(&api, vec![put]).await;
    made.map_err(|problem| unusable_name(&api, &request.caller, &name, problem))?;
    let mut response = changed(&api, &request.caller, &name, StatusCode::CREATED)?;
    let location = HeaderValue::from_str(&format!("/api/v1/agents/{name}"));
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

async fn replace(api: Arc<Api>, request: ApiRequest) -> Answer {
    let record = editable(&api, &request).await?;
    let text = request.text()?.to_owned();
    put(&api, &request, &record, text).await
}

async fn patch(api: Arc<Api>, request: ApiRequest) -> Answer {
    let record = editable(&api, &request).await?;
    let patch: Map<String, Value> = request.json()?;
    let mut json = Value::Object(record.spec.json().clone());
    merge(&mut json, &Value::Object(patch));
    put(&api, &request, &record, json.to_string()).await
}

async fn delete(api: Arc<Api>, request: ApiRequest) -> Answer {
    let record = editable(&api, &request).await?;
    check_revision(&api, &request, &record)?;
    let remove = Request {
        action: Action::Remove(record.spec.name().to_owned()),
        expected: Expected::Revision(record.revision),
        by: request.caller.name().to_owned(),
    };
    let removed = change(&api, vec![remove]).await;
    removed.map_err(|problem| outdated(&api, &request, problem))?;
    answer::no_content()
}

/// Makes changes to agents.
pub(super) async fn change(api: &Api, requests: Vec<Request<Agent>>) -> Result<(), Problem> {
    api.agents.registry().change(requests).await?;
    Ok(())
}

/// Stores a definition in place of `record`.
async fn put(api: &Api, request: &ApiRequest, record: &Record<Agent>, text: String) -> Answer {
    // The condition is checked last (RFC 9110, section 13.2.1), as for tools.
    let agent = draft(api, &request.caller, text, Some(record)).await?;
    check_revision(api, request, record)?;
    let (name, by) = (agent.name().to_owned(), request.caller.name().to_owned());
    let is_renamed = name != record.spec.name();
    let here = Expected::Revision(record.revision);
    let mut requests = vec![Request {
        action: Action::Put(Arc::new(agent)),
        expected: if is_renamed { Expected::Absent } else { here },
        by: by.clone(),
    }];
    if is_renamed {
        requests.push(Request {
            action: Action::Remove(record.spec.name().to_owned()),
            expected: here,
            by,
        });
    }
    let stored = change(api, requests).await;
    stored.map_err(|problem| {
        let problem = unusable_name(api, &request.caller, &name, problem);
        outdated(api, request, problem)
    })?;
    changed(api, &request.caller, &name, StatusCode::OK)
}

/// Reads a definition that stands in place of `before`, with the ids of its tools.
async fn draft(
    api: &Api,
    caller: &Requester,
    text: String,
    before: Option<&Record<Agent>>,
) -> Result<Agent, Problem> {
    let agent = api.agents.registry().read(text).await?;
    if let Some(record) = before
        && agent.is_active()
    {
        check_switched_off(caller, record)?;
    }
    let owner = before.map_or(Some(caller.name()), |before| before.spec.owner());
    if agent.owner().is_some() && agent.owner() != owner && !caller.is_admin() {
        let why = texts::admin_changes_owner_of_agent();
        return Err(Problem::forbidden(why.clone()).at("/owner", why));
    }
    let agent = with_ids(api, caller, &agent, before)?;
    match (agent.owner(), owner) {
        (None, Some(owner)) => Ok(agent.with_owner(Some(owner))),
        _ => Ok(agent),
    }
}

/// Returns the agent with the ids of its tools. Those that were in the list before may be gone; others
/// must exist, and be such that the caller may see them.
fn with_ids(
    api: &Api,
    caller: &Requester,
    agent: &Agent,
    before: Option<&Record<Agent>>,
) -> Result<Agent, Problem> {
    let names = api.agents.names();
    let before = before.map_or(&[][..], |before| before.spec.tools());
    let before: HashSet<_> = before.iter().collect();
    let (mut ids, mut seen, mut missing) = (Vec::new(), HashSet::new(), Vec::new());
    for (index, listed) in agent.tools().iter().enumerate() {
        let stored = names.stored(listed);
        let name = names.name(listed);
        let is_seen = |name: &str| FoundTool::find(api, caller, name).is_ok();
        if !name.is_some_and(is_seen) && !before.contains(listed) {
            missing.push((index, texts::no_tool(listed.to_string())));
        } else if !seen.insert(stored.clone()) {
            missing.push((index, texts::listed_twice(listed.to_string())));
        }
        ids.push(stored);
    }
    let Some((_, first)) = missing.first() else {
        return Ok(agent.with_tools(ids));
    };
    let detail = match missing.len() {
        1 => first.clone(),
        count => texts::list_of_tools_problems(count),
    };
    let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail);
    let told = missing.into_iter().take(MAX_FINDINGS);
    Err(told.fold(problem, |problem, (index, message)| {
        problem.at(&format!("/tools/{index}"), message)
    }))
}

/// Refuses to switch on what somebody else switched off, as an admin does.
pub(super) fn check_switched_off(
    caller: &Requester,
    record: &Record<Agent>,
) -> Result<(), Problem> {
    if record.spec.is_active() || record.by == caller.name() || caller.is_admin() {
        return Ok(());
    }
    let (name, by) = (record.spec.name(), &record.by);
    let why = texts::agent_switched_off(name, by);
    Err(Problem::forbidden(why))
}

/// Returns the record that a request changes.
pub(super) async fn editable(api: &Api, request: &ApiRequest) -> Result<Record<Agent>, Problem> {
    let find = || FoundAgent::find(api, &request.caller, request.part("name"));
    let record = find()?.editable(&request.caller)?;
    if !request.is_ahead_of(record.revision) {
        return Ok(record);
    }
    // Without the database, the change is refused below.
    let _ = api.agents.registry().reload().await;
    find()?.editable(&request.caller)
}

/// Refuses a request that was made for another revision than the present one.
fn check_revision(api: &Api, request: &ApiRequest, present: &Record<Agent>) -> Result<(), Problem> {
    if request.revision()? == present.revision.to_string() {
        return Ok(());
    }
    let why = texts::agent_changed();
    let problem = Problem::new(StatusCode::PRECONDITION_FAILED, why);
    Err(outdated(api, request, problem))
}

/// Says no more about a name that is taken than the caller may know: that it cannot be used. The agent
/// that has it may be somebody's private one.
fn unusable_name(api: &Api, caller: &Requester, name: &str, problem: Problem) -> Problem {
    let is_taken = problem.status() == StatusCode::CONFLICT.as_u16();
    if !is_taken || FoundAgent::find(api, caller, name).is_ok() {
        return problem;
    }
    let why = texts::unusable_name(name);
    Problem::new(StatusCode::CONFLICT, why.clone()).at("/name", why)
}

/// Adds the present value of an agent to the refusal of a change that was made for another one.
fn outdated(api: &Api, request: &ApiRequest, problem: Problem) -> Problem {
    if problem.status() != StatusCode::PRECONDITION_FAILED.as_u16() {
        return problem;
    }
    let agent = FoundAgent::find(api, &request.caller, request.part("name"));
    let view = agent.map(|agent| AgentView::of(api, &request.caller, &agent));
    match view.ok().and_then(|view| serde_json::to_value(view).ok()) {
        Some(current) => problem.with_current(current),
        None => problem,
    }
}

/// Returns an agent after it was changed.
pub(super) fn changed(api: &Api, caller: &Requester, name: &str, status: StatusCode) -> Answer {
    let agent = FoundAgent::find(api, caller, name)?;
    let view = AgentView::of(api, caller, &agent);
    answer::with_revision(answer::json(status, &view), view.revision())
}
