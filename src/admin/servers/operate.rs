//! `POST servers/{name}/approve` and `servers/{name}/test`.

use std::{sync::Arc, time::Instant};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright_gateway::Approval;

use super::{
    blocking, gateway,
    server_view::{ServerView, StateView},
};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
};

/// What is approved.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ApproveBody {
    /// The `seen` of the server when it was looked at. If the server has something else by now, nothing
    /// is approved.
    seen: String,
}

/// What a connection that is made once has found.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct ServerTest {
    /// Whether the server answered with its lists.
    ok: bool,
    /// Why not, with what a program said last.
    reason: Option<String>,
    milliseconds: u64,
    revision: Option<String>,
    /// `modern` for 2026-07-28, `legacy` for the revisions with sessions.
    era: Option<&'static str>,
    /// The names that its tools have here.
    tools: Vec<String>,
    resources: usize,
    prompts: usize,
    /// Definitions that are left out, and descriptions that look as if they were meant to mislead.
    problems: Vec<String>,
}

/// Returns the operations that use servers.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/servers/{name}/approve",
            "approve_server",
            "Serves the definitions that a server has now, although they have changed.",
            |api, request| Box::pin(approve(api, request)),
        )
        .needs(Right::Admin)
        .body::<ApproveBody>()
        .answers::<ServerView>(StatusCode::OK),
        Operation::post(
            "/servers/{name}/test",
            "test_server",
            "Connects to a server once, also if it is disabled, and returns what it offers.",
            |api, request| Box::pin(test(api, request)),
        )
        .needs(Right::Admin)
        .answers::<ServerTest>(StatusCode::OK)
        .calling(),
    ]
}

async fn approve(api: Arc<Api>, request: ApiRequest) -> Answer {
    let ApproveBody { seen } = request.json()?;
    let name = request.part("name").to_owned();
    let view = blocking(move || {
        let approved = gateway(&api)?.approve(&name, Some(&seen));
        match approved.map_err(|error| Problem::unavailable(error.to_string()))? {
            Approval::Done => ServerView::find(&api, &name),
            Approval::Changed => {
                let why = texts::other_definitions();
                Err(Problem::new(StatusCode::CONFLICT, why))
            }
            _ => Err(Problem::unknown(texts::no_server, &name)),
        }
    });
    answer::ok(&view.await?)
}

async fn test(api: Arc<Api>, request: ApiRequest) -> Answer {
    let name = request.part("name").to_owned();
    let (file, wanted) = (api.servers.clone(), name.clone());
    let config = blocking(move || {
        let mut all = file.read()?.into_iter();
        let found = all.find(|config| config.name == wanted);
        found.ok_or_else(|| Problem::unknown(texts::no_server, &wanted))
    });
    let (config, begun) = (config.await?, Instant::now());
    let tested = gateway(&api)?.test(config).await;
    let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    answer::ok(&match tested {
        Ok(status) => {
            let state = StateView::from(status.state);
            ServerTest {
                ok: true,
                reason: None,
                milliseconds,
                revision: state.revision,
                era: state.era,
                tools: status.tools,
                resources: status.resources,
                prompts: status.prompts,
                problems: status.problems,
            }
        }
        Err(reason) => ServerTest {
            reason: Some(reason),
            milliseconds,
            ..ServerTest::default()
        },
    })
}
