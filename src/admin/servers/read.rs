//! `GET servers`, `servers/{name}` and `servers/{name}/logs`.

use std::{collections::HashMap, sync::Arc};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use toolwright_gateway::{Gateway, ServerStatus};

use super::{blocking, gateway, server_view::ServerView};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::{Page, PageQuery, page},
    request::ApiRequest,
    rights::Right,
};

/// What a program has written.
#[derive(Debug, Serialize, JsonSchema)]
struct ServerLines {
    /// The last lines that it wrote to its standard error, the oldest first.
    lines: Vec<String>,
}

/// Returns the operations that read.
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
        Operation::get(
            "/servers/{name}",
            "get_server",
            "Returns another MCP server, and what it is doing.",
            |api, request| Box::pin(get(api, request)),
        )
        .needs(Right::Admin)
        .answers::<ServerView>(StatusCode::OK),
        Operation::get(
            "/servers/{name}/logs",
            "read_server_log",
            "Returns the last lines that a program wrote to its standard error.",
            |api, request| Box::pin(logs(api, request)),
        )
        .needs(Right::Admin)
        .answers::<ServerLines>(StatusCode::OK),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: PageQuery = request.query()?;
    let servers = gateway(&api).map(Gateway::status).unwrap_or_default();
    let file = api.servers.clone();
    let stored = blocking(move || Ok(file.all_stored()?)).await?;
    let mut stored: HashMap<_, _> = stored.into_iter().collect();
    let view = |server: ServerStatus| {
        let stored = stored.remove(&server.name);
        ServerView::of(server, stored)
    };
    let page = page(servers, &query, |server| &server.name, view)?;
    answer::ok(&page)
}

async fn get(api: Arc<Api>, request: ApiRequest) -> Answer {
    let view = find(api, &request).await?;
    let version = view.version().to_owned();
    answer::with_revision(answer::ok(&view), &version)
}

async fn logs(api: Arc<Api>, request: ApiRequest) -> Answer {
    let lines = find(api, &request).await?.into_lines();
    answer::ok(&ServerLines { lines })
}

async fn find(
    api: Arc<Api>,
    request: &ApiRequest,
) -> Result<ServerView, crate::admin::problem::Problem> {
    let name = request.part("name").to_owned();
    blocking(move || ServerView::find(&api, &name)).await
}
