//! [`ServerLogins`]: the logins to other MCP servers that wait for the browser of an admin.

use std::{collections::BTreeMap, sync::Mutex, time::Duration};

use tokio::{sync::oneshot, time::timeout};
use toolwright::client::{OAuth, OAuthError};
use toolwright_base::lock;
use url::Url;

/// How long a person may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// The logins that wait for a browser, one for each server.
#[derive(Default)]
pub(super) struct ServerLogins(Mutex<BTreeMap<String, WaitingLogin>>);

/// A login that waits for a browser.
pub(super) struct WaitingLogin {
    /// The parameter that tells its answer from others.
    state: String,
    redirected: oneshot::Sender<String>,
    ended: oneshot::Receiver<Result<(), OAuthError>>,
}

impl ServerLogins {
    /// Adds a login, in place of the one to the same server.
    pub(super) fn add(&self, server: &str, login: WaitingLogin) {
        lock(&self.0).insert(server.to_owned(), login);
    }

    /// Takes the login that this address is the answer to. Another address leaves it waiting.
    pub(super) fn take(&self, server: &str, redirected: &str) -> Option<WaitingLogin> {
        let mut waiting = lock(&self.0);
        let state = state_of(redirected)?;
        let is_its_answer = waiting.get(server)?.state == state;
        is_its_answer.then(|| waiting.remove(server)).flatten()
    }
}

impl WaitingLogin {
    /// Begins a login. Returns where a browser goes on with it, too.
    pub(super) async fn begin(
        oauth: OAuth,
        redirect: String,
    ) -> Result<(String, Self), OAuthError> {
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
            return Err(failed.unwrap_or(OAuthError::LoginRequired));
        };
        let state = state_of(&address).filter(|_| is_page(&address));
        let state = state.ok_or_else(|| {
            let why = "the authorization server names no page to log in at".to_owned();
            OAuthError::Refused(why)
        })?;
        let login = Self {
            state,
            redirected,
            ended,
        };
        Ok((address, login))
    }

    /// Waits until the tokens are kept.
    pub(super) async fn finish(self, redirected: String) -> Result<(), OAuthError> {
        // One that has ended says why below.
        let _ = self.redirected.send(redirected);
        let ended = self.ended.await;
        ended.unwrap_or(Err(OAuthError::LoginRequired))
    }
}

/// Whether a browser may be sent there: the other server chooses where its logins are.
pub(super) fn is_page(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Returns the parameter `state` of an address.
fn state_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let mut pairs = url.query_pairs();
    pairs.find_map(|(name, value)| (name == "state").then(|| value.into_owned()))
}
