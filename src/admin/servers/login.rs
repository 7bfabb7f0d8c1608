//! `POST servers/{name}/login` and `servers/{name}/login/finish`: an admin logs in to another server with the
//! browser that shows the console.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::client::OAuthError;

use super::{blocking, gateway, server_view::ServerView};
use crate::admin::texts;
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
    server_logins::{WaitingLogin, is_page},
};

/// Where a login begins.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LoginBody {
    /// The address of the console that the authorization server sends the browser back to.
    redirect: String,
}

/// Where a browser logs in.
#[derive(Debug, Serialize, JsonSchema)]
struct LoginAddress {
    address: String,
}

/// The end of a login.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FinishBody {
    /// The whole address that the browser was sent back to.
    redirected: String,
}

/// Returns the operations of logins.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::post(
            "/servers/{name}/login",
            "begin_server_login",
            "Begins to log in to a server, and returns where a browser does that.",
            |api, request| Box::pin(begin(api, request)),
        )
        .needs(Right::Admin)
        .body::<LoginBody>()
        .answers::<LoginAddress>(StatusCode::OK)
        .calling(),
        Operation::post(
            "/servers/{name}/login/finish",
            "finish_server_login",
            "Ends a login with the address that the browser was sent back to, and connects.",
            |api, request| Box::pin(finish(api, request)),
        )
        .needs(Right::Admin)
        .body::<FinishBody>()
        .answers::<ServerView>(StatusCode::OK),
    ]
}

async fn begin(api: Arc<Api>, request: ApiRequest) -> Answer {
    let LoginBody { redirect } = request.json()?;
    let name = request.part("name");
    exists(&api, name).await?;
    if !is_page(&redirect) {
        let why = texts::expected_page();
        return Err(Problem::unprocessable("/redirect", why));
    }
    let oauth = gateway(&api)?.oauth(name);
    let oauth = oauth.map_err(|error| Problem::unprocessable("/name", error.to_string()))?;
    let begun = WaitingLogin::begin(oauth, redirect).await;
    let (address, login) = begun.map_err(refused)?;
    api.logins.add(name, login);
    answer::ok(&LoginAddress { address })
}

async fn finish(api: Arc<Api>, request: ApiRequest) -> Answer {
    let FinishBody { redirected } = request.json()?;
    let name = request.part("name").to_owned();
    exists(&api, &name).await?;
    let login = api.logins.take(&name, &redirected).ok_or_else(|| {
        let why = texts::no_login_waits();
        Problem::new(StatusCode::CONFLICT, why)
    })?;
    login.finish(redirected).await.map_err(refused)?;
    gateway(&api)?.reconnect(&name);
    let view = blocking(move || ServerView::find(&api, &name));
    answer::ok(&view.await?)
}

/// Refuses a server that does not exist, before anything else is said about the request.
async fn exists(api: &Arc<Api>, name: &str) -> Result<(), Problem> {
    let (api, name) = (Arc::clone(api), name.to_owned());
    blocking(move || ServerView::find(&api, &name).map(drop)).await
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn refused(error: OAuthError) -> Problem {
    Problem::new(StatusCode::BAD_GATEWAY, error.to_string())
}
