//! `servers`: the other MCP servers, what they are doing, and the changes that are held back.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolwright_gateway::{Approval, Gateway, HeldChange, ServerStatus, UpstreamState};

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::{Page, PageQuery, page},
    problem::Problem,
    request::ApiRequest,
    rights::Right,
};

/// Another MCP server.
#[derive(Debug, Serialize, JsonSchema)]
struct ServerView {
    name: String,
    /// `stdio`, `http` or `sse`.
    transport: &'static str,
    /// `connecting`, `ready`, `waiting`, `stopped` or `disabled`.
    state: &'static str,
    /// The revision of MCP that it speaks, if it is connected.
    revision: Option<String>,
    /// Why it is not connected.
    reason: Option<String>,
    /// The names that its tools have here.
    tools: Vec<String>,
    resources: usize,
    prompts: usize,
    /// The changes that are held back until they are approved.
    held: Vec<HeldView>,
    /// The fingerprint of everything that the server has now, for `approve`.
    seen: String,
    /// Definitions that are left out, and descriptions that look as if they were meant to mislead.
    problems: Vec<String>,
    /// The last lines that a program wrote to its standard error.
    last_lines: Vec<String>,
}

/// A change that is held back.
#[derive(Debug, Serialize, JsonSchema)]
struct HeldView {
    /// The kind and the name, such as `tool search`.
    item: String,
    /// The definition that is served. `null` if the item is new, and not served.
    pinned: Value,
    /// The definition that the server has now.
    offered: Value,
}

/// What is approved.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ApproveBody {
    /// The `seen` of the server when it was looked at. If the server has something else by now, nothing
    /// is approved.
    seen: String,
}

/// Returns the operations on other servers.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/servers",
            "list_servers",
            "Lists the other MCP servers, and what each is doing.",
            |api, request| Box::pin(list(api, request)),
        )
        .needs(Right::Admin)
        .query::<PageQuery>()
        .answers::<Page<ServerView>>(StatusCode::OK),
        Operation::post(
            "/servers/{name}/approve",
            "approve_server",
            "Serves the definitions that a server has now, although they have changed.",
            |api, request| Box::pin(approve(api, request)),
        )
        .needs(Right::Admin)
        .body::<ApproveBody>()
        .answers::<ServerView>(StatusCode::OK),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: PageQuery = request.query()?;
    let servers = gateway(&api).map(Gateway::status).unwrap_or_default();
    let page = page(servers, &query, |server| &server.name, view)?;
    answer::ok(&page)
}

async fn approve(api: Arc<Api>, request: ApiRequest) -> Answer {
    let ApproveBody { seen } = request.json()?;
    let name = request.part("name").to_owned();
    let unknown = || Problem::unknown("MCP server", &name);
    let gateway = gateway(&api).ok_or_else(unknown)?.clone();
    let approved = {
        let (gateway, name) = (gateway.clone(), name.clone());
        // It writes a file.
        tokio::task::spawn_blocking(move || gateway.approve(&name, Some(&seen))).await
    };
    match approved {
        Ok(Ok(Approval::Done)) => {}
        Ok(Ok(Approval::Changed)) => {
            let why = "the server has other definitions by now: look at them first";
            return Err(Problem::new(StatusCode::CONFLICT, why));
        }
        Ok(Ok(_)) => return Err(unknown()),
        Ok(Err(error)) => return Err(Problem::unavailable(error.to_string())),
        Err(error) => return Err(Problem::stopped(&error)),
    }
    let mut servers = gateway.status().into_iter();
    let server = servers.find(|server| server.name == name);
    answer::ok(&view(server.ok_or_else(unknown)?))
}

fn gateway(api: &Api) -> Option<&Gateway> {
    api.registry.engines().gateway.as_ref()
}

fn view(server: ServerStatus) -> ServerView {
    let (state, revision, reason) = match server.state {
        UpstreamState::Ready { revision } => ("ready", Some(revision), None),
        UpstreamState::Waiting { reason, .. } => ("waiting", None, Some(reason)),
        UpstreamState::Stopped { reason } => ("stopped", None, Some(reason)),
        UpstreamState::Disabled => ("disabled", None, None),
        _ => ("connecting", None, None),
    };
    ServerView {
        name: server.name,
        transport: server.transport,
        state,
        revision,
        reason,
        tools: server.tools,
        resources: server.resources,
        prompts: server.prompts,
        held: server.held.into_iter().map(held_view).collect(),
        seen: server.seen,
        problems: server.problems,
        last_lines: server.last_lines,
    }
}

fn held_view(held: HeldChange) -> HeldView {
    HeldView {
        item: held.item,
        pinned: held.pinned.unwrap_or_default(),
        offered: held.offered,
    }
}
