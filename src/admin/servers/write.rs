//! `POST servers`, `POST servers/import`, and `PATCH`, `DELETE servers/{name}`.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolwright_registry::{ExpectedServer, PastedServers, ServersError};

use super::{
    blocking, gateway,
    server_body::{ServerBody, secrets},
    server_view::ServerView,
};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    told::Told,
    tools::write::merge,
};

/// Servers that somebody copied from the configuration of a desktop host.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ServerImportBody {
    /// The text: JSON with `mcpServers` or `servers`, or the entries alone. It may have comments.
    text: String,
    /// Only the servers with these names.
    #[serde(default)]
    only: Vec<String>,
    /// Whether nothing is written.
    #[serde(default)]
    dry_run: bool,
}

/// What became of servers that were imported.
#[derive(Debug, Serialize, JsonSchema)]
struct ServerImport {
    /// The entries that are added, or would be, with credentials masked.
    added: Map<String, Value>,
    /// The other servers of the text.
    left_out: Vec<LeftOutServer>,
    /// Whether nothing was written.
    dry_run: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LeftOutServer {
    name: String,
    reason: String,
    /// The sentence in `reason`, with its code.
    told: Told,
}

/// Returns the operations that change servers.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/servers",
            "create_server",
            "Adds another MCP server. Credentials are stored sealed.",
            |api, request| Box::pin(create(api, request)),
        )
        .needs(Right::Admin)
        .body::<ServerBody>()
        .answers::<ServerView>(StatusCode::CREATED),
        Operation::post(
            "/servers/import",
            "import_servers",
            "Adds the servers in the configuration of a desktop host. Those that are there stay as they are.",
            |api, request| Box::pin(import(api, request)),
        )
        .needs(Right::Admin)
        .body::<ServerImportBody>()
        .answers::<ServerImport>(StatusCode::OK),
        Operation::patch(
            "/servers/{name}",
            "patch_server",
            "Changes members of a server's entry (JSON merge patch), such as `disabled`.",
            |api, request| Box::pin(patch(api, request)),
        )
        .needs(Right::Admin)
        .body::<Map<String, Value>>()
        .with_revision()
        .answers::<ServerView>(StatusCode::OK),
        Operation::delete(
            "/servers/{name}",
            "delete_server",
            "Removes a server.",
            |api, request| Box::pin(delete(api, request)),
        )
        .needs(Right::Admin)
        .with_revision(),
    ]
}

async fn create(api: Arc<Api>, request: ApiRequest) -> Answer {
    let body = ServerBody::of(request.json_as::<ServerBody, _>()?)?;
    let name = body.name.clone();
    let view = change(&api, name.clone(), move |api| {
        let absent = ExpectedServer::Absent;
        let added = api
            .servers
            .put(&body.name, body.entry, &body.secrets, &absent);
        Ok(added.map(drop)?)
    })
    .await?;
    let answer = answer::json(StatusCode::CREATED, &view);
    let mut response = answer::with_revision(answer, view.version())?;
    // A name that no header can have has no address there.
    if let Ok(location) = HeaderValue::from_str(&format!("/api/v1/servers/{name}")) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

async fn import(api: Arc<Api>, request: ApiRequest) -> Answer {
    let body: ServerImportBody = request.json()?;
    let pasted = PastedServers::read("text", &body.text);
    let pasted = pasted.map_err(Problem::from)?.only(&body.only);
    let dry_run = body.dry_run;
    let imported = blocking(move || {
        let imported = api.servers.import(pasted, dry_run)?;
        if !dry_run {
            configure(&api)?;
        }
        Ok(imported)
    });
    let imported = imported.await?;
    let left_out = imported.left_out.into_iter();
    answer::ok(&ServerImport {
        added: imported.added,
        left_out: left_out
            .map(|(name, reason)| LeftOutServer {
                name,
                reason: reason.to_string(),
                told: Told(reason),
            })
            .collect(),
        dry_run,
    })
}

async fn patch(api: Arc<Api>, request: ApiRequest) -> Answer {
    let name = request.part("name").to_owned();
    exists(&api, &name).await?;
    let mut patch: Map<String, Value> = request.json()?;
    let marked = secrets(&mut patch)?;
    if patch
        .shift_remove("name")
        .is_some_and(|other| other != *name)
    {
        return Err(Problem::unprocessable("/name", texts::server_keeps_name()));
    }
    let expected = ExpectedServer::Version(request.revision()?);
    let view = change(&api, name.clone(), move |api| {
        let apply = |entry: &mut Map<String, Value>| {
            let mut json = Value::Object(std::mem::take(entry));
            merge(&mut json, &Value::Object(patch));
            if let Value::Object(merged) = json {
                *entry = merged;
            }
        };
        let patched = api.servers.patch(&name, apply, &marked, &expected);
        patched.map_err(|error| outdated(api, &name, error))
    })
    .await?;
    answer::with_revision(answer::ok(&view), view.version())
}

async fn delete(api: Arc<Api>, request: ApiRequest) -> Answer {
    let name = request.part("name").to_owned();
    exists(&api, &name).await?;
    let expected = ExpectedServer::Version(request.revision()?);
    blocking(move || {
        let removed = api.servers.remove(&name, &expected);
        removed.map_err(|error| outdated(&api, &name, error))?;
        configure(&api)
    })
    .await?;
    answer::no_content()
}

/// Refuses a server that does not exist, before anything else is said about the request.
async fn exists(api: &Api, name: &str) -> Result<(), Problem> {
    let (file, name) = (api.servers.clone(), name.to_owned());
    blocking(move || Ok(file.stored(&name).map(drop)?)).await
}

/// Changes the server `name`, connects to it as it is then, and returns it.
async fn change(
    api: &Arc<Api>,
    name: String,
    change: impl FnOnce(&Api) -> Result<(), Problem> + Send + 'static,
) -> Result<ServerView, Problem> {
    let api = Arc::clone(api);
    blocking(move || {
        change(&api)?;
        configure(&api)?;
        ServerView::find(&api, &name)
    })
    .await
}

/// Connects to the servers as the file has them now.
fn configure(api: &Api) -> Result<(), Problem> {
    let configured = gateway(api)?.configure(api.servers.read()?);
    configured.map_err(|error| {
        tracing::error!(%error, "the changed `mcp.json` is not used");
        Problem::unavailable(texts::change_not_used_yet())
    })
}

/// Adds the present value of a server to the refusal of a change that was made for another one.
fn outdated(api: &Api, name: &str, error: ServersError) -> Problem {
    let is_outdated = matches!(error, ServersError::Conflict(_));
    let problem = Problem::from(error);
    let current = ServerView::find(api, name).ok().filter(|_| is_outdated);
    match current.and_then(|view| serde_json::to_value(view).ok()) {
        Some(current) => problem.with_current(current),
        None => problem,
    }
}
