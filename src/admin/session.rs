//! `session`: who is logged in, and what the server is.

use std::sync::Arc;

use axum::http::{StatusCode, header::HOST};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    request::ApiRequest,
};

/// Who is logged in, and what the server is.
#[derive(Debug, Serialize, JsonSchema)]
struct Session {
    user: SessionUser,
    /// `none` if the server asks nobody, else `cookie` or `key`.
    auth: &'static str,
    version: &'static str,
    server_name: String,
    /// The language that the console begins with. `null` for that of the browser.
    language: Option<String>,
    /// The kinds of tools that can be defined.
    features: Vec<&'static str>,
    /// The address of MCP clients.
    mcp_url: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SessionUser {
    name: String,
    /// `admin`, `author` or `caller`.
    role: String,
}

/// Returns the operations on sessions.
pub(super) fn operations() -> Vec<Operation> {
    let read = Operation::get(
        "/session",
        "read_session",
        "Returns who is logged in, and what the server is.",
        |api, request| Box::pin(read(api, request)),
    );
    vec![read.answers::<Session>(StatusCode::OK)]
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    answer::ok(&session(&api, &request))
}

fn session(api: &Api, request: &ApiRequest) -> Session {
    let host = request.header(&HOST).unwrap_or("localhost");
    Session {
        user: SessionUser {
            name: request.caller.name().to_owned(),
            role: request.caller.role().to_string(),
        },
        auth: match request.caller.has_identity() {
            true => "key",
            false => "none",
        },
        version: api.facts.version,
        server_name: api.facts.name.clone(),
        language: None,
        features: api.facts.features.clone(),
        mcp_url: format!("http://{host}/mcp"),
    }
}
