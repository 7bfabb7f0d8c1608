//! `POST choose`: the tools that fit a task.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    texts,
};
use crate::choice::{Choice, ChoiceRequest};

/// The longest task, in bytes.
const MAX_TASK: usize = 16_000;
/// The most tools of an answer.
const MAX_TOOLS: usize = 200;

/// What is to be done.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChooseBody {
    /// What is to be done, in the words of the person.
    task: String,
    /// The task in English, if it is in another language.
    #[serde(default)]
    task_in_english: Option<String>,
    /// The most tools that are returned, up to 200.
    #[serde(default = "usual_limit")]
    limit: usize,
    /// Whether each tool has the values of the signals that its score consists of.
    #[serde(default)]
    explain: bool,
}

const fn usual_limit() -> usize {
    5
}

/// Returns the operation.
pub(super) fn operations() -> Vec<Operation> {
    let choose = Operation::post(
        "/choose",
        "choose_tools",
        "Finds the tools that fit a task, among those that the caller may call, and says whether any does. \
         `fit` is `tool`, `nothing` or `ask_person`.",
        |api, request| Box::pin(choose(api, request)),
    );
    vec![
        choose
            .body::<ChooseBody>()
            .answers::<Choice>(StatusCode::OK)
            .calling(),
    ]
}

async fn choose(api: Arc<Api>, request: ApiRequest) -> Answer {
    let body: ChooseBody = request.json()?;
    let tasks = [Some(&body.task), body.task_in_english.as_ref()];
    if body.task.trim().is_empty() {
        return Err(Problem::unprocessable("/task", texts::expected_task()));
    }
    if tasks.iter().flatten().any(|text| text.len() > MAX_TASK) {
        let message = texts::task_too_long(MAX_TASK);
        return Err(Problem::unprocessable("/task", message));
    }
    let policy = api.executor()?.policy().clone();
    let client = request.caller.client();
    let wanted = ChoiceRequest {
        task: body.task,
        task_in_english: body.task_in_english,
        limit: body.limit.clamp(1, MAX_TOOLS),
        explain: body.explain,
    };
    let snapshot = api.services()?.catalog().snapshot();
    let is_allowed = move |tool: &Arc<_>| policy.check(&client, Arc::clone(tool)).is_ok();
    answer::ok(&api.chooser.choose(wanted, snapshot, is_allowed).await)
}
