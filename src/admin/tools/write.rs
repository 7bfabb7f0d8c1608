//! `POST tools`, and `PUT`, `PATCH`, `DELETE tools/{name}`.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use serde_json::{Map, Value};
use toolwright_registry::{Action, Expected, Record, Request};

use super::{draft, found_tool::FoundTool, spec_body::SpecBody, tool_view::ToolView};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::{Requester, Right},
};

/// Returns the operations that change tools.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/tools",
            "create_tool",
            "Adds a tool. Its owner is the caller.",
            |api, request| Box::pin(create(api, request)),
        )
        .needs(Right::Author)
        .body::<SpecBody>()
        .answers::<ToolView>(StatusCode::CREATED),
        Operation::put(
            "/tools/{name}",
            "replace_tool",
            "Replaces the definition of a tool, and its name if the body has another one.",
            |api, request| Box::pin(replace(api, request)),
        )
        .body::<SpecBody>()
        .with_revision()
        .answers::<ToolView>(StatusCode::OK),
        Operation::patch(
            "/tools/{name}",
            "patch_tool",
            "Changes members of a definition (JSON merge patch).",
            |api, request| Box::pin(patch(api, request)),
        )
        .body::<Map<String, Value>>()
        .with_revision()
        .answers::<ToolView>(StatusCode::OK),
        Operation::delete(
            "/tools/{name}",
            "delete_tool",
            "Removes a tool. It can be restored.",
            |api, request| Box::pin(delete(api, request)),
        )
        .with_revision(),
    ]
}

async fn create(api: Arc<Api>, request: ApiRequest) -> Answer {
    let text = request.text()?.to_owned();
    let spec = draft::read(&api, &request.caller, text, None).await?;
    let name = spec.name().to_owned();
    let put = Request {
        action: Action::Put(Arc::new(spec)),
        expected: Expected::Absent,
        by: request.caller.name().to_owned(),
    };
    let made = api.change(vec![put]).await;
    made.map_err(|problem| unusable_name(&api, &request.caller, &name, problem))?;
    let mut response = changed(&api, &request.caller, &name, StatusCode::CREATED)?;
    let location = HeaderValue::from_str(&format!("/api/v1/tools/{name}"));
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
    let removed = api.change(vec![remove]).await;
    removed.map_err(|error| outdated(&api, &request, error))?;
    answer::no_content()
}

/// Stores a definition in place of `record`.
async fn put(api: &Api, request: &ApiRequest, record: &Record, text: String) -> Answer {
    // The condition is checked last (RFC 9110, section 13.2.1): a definition that is invalid for any
    // revision is reported as invalid.
    let spec = draft::read(api, &request.caller, text, Some(record)).await?;
    check_revision(api, request, record)?;
    let (name, by) = (spec.name().to_owned(), request.caller.name().to_owned());
    let is_renamed = name != record.spec.name();
    let here = Expected::Revision(record.revision);
    let mut requests = vec![Request {
        action: Action::Put(Arc::new(spec)),
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
    let stored = api.change(requests).await;
    stored.map_err(|problem| {
        let problem = unusable_name(api, &request.caller, &name, problem);
        outdated(api, request, problem)
    })?;
    changed(api, &request.caller, &name, StatusCode::OK)
}

/// Returns the record that a request changes.
async fn editable(api: &Api, request: &ApiRequest) -> Result<Record, Problem> {
    let find = || FoundTool::find(api, &request.caller, request.part("name"));
    let record = find()?.editable(&request.caller)?;
    if !request.is_ahead_of(record.revision) {
        return Ok(record);
    }
    // Without the database, the change is refused below.
    let _ = api.registry.reload().await;
    find()?.editable(&request.caller)
}

/// Refuses a request that was made for another revision than the present one.
fn check_revision(api: &Api, request: &ApiRequest, present: &Record) -> Result<(), Problem> {
    if request.revision()? == present.revision.to_string() {
        return Ok(());
    }
    let why = texts::tool_changed();
    let problem = Problem::new(StatusCode::PRECONDITION_FAILED, why);
    Err(outdated(api, request, problem))
}

/// Says no more about a name that is taken than the caller may know: that it cannot be used. The tool
/// that has it may be somebody's private one.
fn unusable_name(api: &Api, caller: &Requester, name: &str, problem: Problem) -> Problem {
    let is_taken = problem.status() == StatusCode::CONFLICT.as_u16();
    if !is_taken || FoundTool::find(api, caller, name).is_ok() {
        return problem;
    }
    let why = texts::unusable_name(name);
    Problem::new(StatusCode::CONFLICT, why.clone()).at("/name", why)
}

/// Adds the present value of a tool to the refusal of a change that was made for another one.
fn outdated(api: &Api, request: &ApiRequest, problem: Problem) -> Problem {
    if problem.status() != StatusCode::PRECONDITION_FAILED.as_u16() {
        return problem;
    }
    let tool = FoundTool::find(api, &request.caller, request.part("name"));
    let view = tool.map(|tool| ToolView::of(api, &request.caller, &tool));
    match view.ok().and_then(|view| serde_json::to_value(view).ok()) {
        Some(current) => problem.with_current(current),
        None => problem,
    }
}

/// Returns a tool after it was changed.
pub(super) fn changed(api: &Api, caller: &Requester, name: &str, status: StatusCode) -> Answer {
    let tool = FoundTool::find(api, caller, name)?;
    let view = ToolView::of(api, caller, &tool);
    answer::with_revision(answer::json(status, &view), view.revision())
}

/// Changes `value` as `patch` says (RFC 7396).
pub(in crate::admin) fn merge(value: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    let Value::Object(members) = value else {
        return;
    };
    for (name, patch) in patch {
        if patch.is_null() {
            members.shift_remove(name);
        } else {
            merge(members.entry(name.clone()).or_insert(Value::Null), patch);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_merge_patch_sets_and_removes_members() {
        let mut value = json!({"a": 1, "b": {"c": 2, "d": 3}, "e": [1]});
        merge(
            &mut value,
            &json!({"a": null, "b": {"c": 4}, "e": [2], "f": {"g": null}}),
        );
        assert_eq!(value, json!({"b": {"c": 4, "d": 3}, "e": [2], "f": {}}));
    }
}
