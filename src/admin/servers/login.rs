//! `POST servers/{name}/login` and `servers/{name}/login/finish`: an admin logs in to another server with the
//! browser that shows the console.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, time::timeout};
use toolwright::client::{OAuth, OAuthError};
use toolwright_base::lock;
use url::Url;

use super::{blocking, gateway, server_view::ServerView};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    problem::Problem,
    request::ApiRequest,
    rights::Right,
};

/// How long a person may take.
const PATIENCE: Duration = Duration::from_secs(300);

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

/// The logins that wait for a browser, one for each server.
#[derive(Default)]
pub(in crate::admin) struct ServerLogins(Mutex<BTreeMap<String, WaitingLogin>>);

struct WaitingLogin {
    /// The parameter that tells its answer from others.
    state: String,
    redirected: oneshot::Sender<String>,
    ended: oneshot::Receiver<Result<(), OAuthError>>,
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
        let why = "expected an address that begins with `http://` or `https://`";
        return Err(Problem::unprocessable("/redirect", why));
    }
    let oauth = gateway(&api)?.oauth(name);
    let oauth = oauth.map_err(|error| Problem::unprocessable("/name", error.to_string()))?;
    let (address, login) = WaitingLogin::begin(oauth, redirect).await?;
    lock(&api.logins.0).insert(name.to_owned(), login);
    answer::ok(&LoginAddress { address })
}

async fn finish(api: Arc<Api>, request: ApiRequest) -> Answer {
    let FinishBody { redirected } = request.json()?;
    let name = request.part("name").to_owned();
    exists(&api, &name).await?;
    let login = api.logins.take(&name, &redirected).ok_or_else(|| {
        let why = "no login to this server waits for that answer: begin anew";
        Problem::new(StatusCode::CONFLICT, why)
    })?;
    login.finish(redirected).await?;
    gateway(&api)?.reconnect(&name);
    let view = blocking(move || ServerView::find(&api, &name));
    answer::ok(&view.await?)
}

/// Refuses a server that does not exist, before anything else is said about the request.
async fn exists(api: &Arc<Api>, name: &str) -> Result<(), Problem> {
    let (api, name) = (Arc::clone(api), name.to_owned());
    blocking(move || ServerView::find(&api, &name).map(drop)).await
}

impl ServerLogins {
    /// Takes the login that this address is the answer to. Another address leaves it waiting.
    fn take(&self, server: &str, redirected: &str) -> Option<WaitingLogin> {
        let mut waiting = lock(&self.0);
        let state = state_of(redirected)?;
        let is_its_answer = waiting.get(server)?.state == state;
        is_its_answer.then(|| waiting.remove(server)).flatten()
    }
}

impl WaitingLogin {
    /// Begins a login. Returns where a browser goes on with it, too.
    async fn begin(oauth: OAuth, redirect: String) -> Result<(String, Self), Problem> {
        let (told, address) = oneshot::channel();
        let (redirected, answer) = oneshot::channel();
        let (done, ended) = oneshot::channel();
        let once = Mutex::new(Some((told, answer)));
        let oauth = oauth.visiting(redirect, move |address| {
            let once = lock(&once).take();
            Box::pin(async move {
                let (told, answer) = once.ok_or(OAuthError::LoginRequired)?;
                let _ = told.send(address);
                let answer = timeout(PATIENCE, answer).await;
                let answer = answer.map_err(|_| OAuthError::NobodyLoggedIn(PATIENCE))?;
                answer.map_err(|_| OAuthError::LoginRequired)
            })
        });
        tokio::spawn(async move {
            let outcome = oauth.login().await;
            // Nobody waits for a login that was begun anew.
            let _ = done.send(outcome);
        });
        let Ok(address) = address.await else {
            let failed = ended.await.ok().and_then(Result::err);
            return Err(refused(failed.unwrap_or(OAuthError::LoginRequired)));
        };
        let state = state_of(&address).filter(|_| is_page(&address));
        let state = state.ok_or_else(|| {
            let why = "the authorization server names no page to log in at".to_owned();
            refused(OAuthError::Refused(why))
        })?;
        let login = Self {
            state,
            redirected,
            ended,
        };
        Ok((address, login))
    }

    /// Waits until the tokens are kept.
    async fn finish(self, redirected: String) -> Result<(), Problem> {
        // One that has ended says why below.
        let _ = self.redirected.send(redirected);
        let ended = self.ended.await;
        ended
            .unwrap_or(Err(OAuthError::LoginRequired))
            .map_err(refused)
    }
}

/// Whether a browser may be sent there: the other server chooses where its logins are.
fn is_page(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Returns the parameter `state` of an address.
fn state_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let mut pairs = url.query_pairs();
    pairs.find_map(|(name, value)| (name == "state").then(|| value.into_owned()))
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn refused(error: OAuthError) -> Problem {
    Problem::new(StatusCode::BAD_GATEWAY, error.to_string())
}
