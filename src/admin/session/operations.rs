//! `GET`, `POST` and `DELETE session`.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::http::{
    StatusCode,
    header::{HOST, SET_COOKIE},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::call::Caller;
use toolwright_base::CodedText;

use super::{cookie, sessions::LogInError};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    audit::Unchanged,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::{Requester, Right, Role},
};

/// The user that is logged in, and facts about the server.
#[derive(Debug, Serialize, JsonSchema)]
struct Session {
    user: SessionUser,
    /// `none` if the server asks nobody, else `cookie`, `key` or `token`.
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
    role: Role,
}

/// The credentials that somebody logs in with.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum LogIn {
    /// An API key.
    Key(String),
    /// The token of the link that the start prints, which can be used once.
    Token(String),
}

/// Returns the operations on sessions.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/session",
            "read_session",
            "Returns who is logged in, and what the server is.",
            |api, request| Box::pin(read(api, request)),
        )
        .answers::<Session>(StatusCode::OK),
        Operation::post(
            "/session",
            "log_in",
            "Exchanges an API key, or the token of the link that the start prints, for a cookie.",
            |api, request| Box::pin(log_in(api, request)),
        )
        .needs(Right::Nothing)
        .body::<LogIn>()
        .answers::<Session>(StatusCode::OK),
        Operation::delete(
            "/session",
            "log_out",
            "Ends the session of the cookie.",
            |api, request| Box::pin(log_out(api, request)),
        )
        .needs(Right::Nothing),
    ]
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    let auth = match request.caller.is_known() {
        false => "none",
        true if api.sessions.find(&request.headers).is_some() => "cookie",
        true if request.caller.key().is_some() => "key",
        true => "token",
    };
    answer::ok(&session(&api, &request, &request.caller, auth))
}

async fn log_in(api: Arc<Api>, request: ApiRequest) -> Answer {
    let found = match request.json()? {
        LogIn::Key(key) => api.sessions.log_in(&key),
        LogIn::Token(token) => api.sessions.log_in_by_link(&token),
    };
    let (token, identity) = found.map_err(|error| match error {
        LogInError::Invalid => refusal(&api, &request),
        LogInError::TooMany(rest) => wait(rest, texts::too_many_log_ins),
    })?;
    let caller = Caller::from(identity);
    let requester = request.caller.clone().with(caller.clone());
    let mut response = answer::ok(&session(&api, &request, &requester, "cookie"))?;
    let cookie = cookie::set(&request.headers, Some(&token));
    let cookie = cookie.ok_or_else(|| Problem::internal(texts::cookie_unwritable()))?;
    response.headers_mut().insert(SET_COOKIE, cookie);
    // For the audit log: the request itself came from nobody.
    response.extensions_mut().insert(caller);
    Ok(response)
}

/// Refuses credentials that are not valid, and counts them.
fn refusal(api: &Api, request: &ApiRequest) -> Problem {
    let origin = request.caller.origin;
    match api.attempts.count(&Caller::of(origin), Instant::now()) {
        None => {
            tracing::warn!(address = %origin, "refused to log in");
            Problem::new(StatusCode::UNAUTHORIZED, texts::invalid_credentials())
        }
        Some(rest) => wait(rest, texts::too_many_failed_attempts),
    }
}

fn wait(rest: Duration, says: fn(u64) -> CodedText) -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, says(rest.as_secs() + 1))
}

async fn log_out(api: Arc<Api>, request: ApiRequest) -> Answer {
    let was_open = api.sessions.log_out(&request.headers);
    let mut response = answer::no_content()?;
    if !was_open {
        response.extensions_mut().insert(Unchanged);
    }
    if let Some(cookie) = cookie::set(&request.headers, None) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

fn session(api: &Api, request: &ApiRequest, caller: &Requester, auth: &'static str) -> Session {
    let host = request.header(&HOST).unwrap_or("localhost");
    Session {
        user: SessionUser {
            name: caller.name().to_owned(),
            role: caller.role().into(),
        },
        auth,
        version: api.facts.version,
        server_name: api.facts.name.clone(),
        language: None,
        features: api.facts.features.clone(),
        mcp_url: format!("http://{host}/mcp"),
    }
}
