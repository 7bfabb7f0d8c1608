//! [`OAuth`]: logs in to a server, and gives requests their tokens.

use std::{fmt, sync::Arc, time::Duration};

use reqwest::Url;
use rmcp::transport::auth::{
    AuthError, AuthorizationCallback, AuthorizationManager, OAuthClientConfig,
    WWWAuthenticateParams,
};
use serde_json::Value;
use tokio::sync::Mutex;

use super::{
    guarded_http::GuardedHttp,
    store::{KeptLogin, LoginStore, MemoryStore},
};
use crate::{
    client::connection::{AccessRefusal, Authorize, ConnectionError},
    core::BoxFuture,
};

/// The name that this client registers under.
const CLIENT_NAME: &str = "Toolwright";
/// The member of an authorization server's metadata that says whether clients can be addresses.
const TAKES_ADDRESSES: &str = "client_id_metadata_document_supported";

/// Sends a browser to an address, and returns the address that it was redirected to.
type Visit = dyn Fn(String) -> BoxFuture<'static, Result<String, OAuthError>> + Send + Sync;

/// Logs in to a server that wants tokens of an authorization server, and gives requests their tokens.
///
/// The server says where its authorization server is. The client is the one that it was
/// [registered](Self::client) as, or registers itself. Tokens are renewed before they expire, and
/// when they are refused.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use toolwright::{Client, client::{LoginStore, OAuth}};
///
/// async fn connect(kept: Arc<dyn LoginStore>) -> toolwright::Result<Client> {
///     let url = "https://tickets.example.com/mcp";
///     let oauth = OAuth::new(url)?.store(kept);
///     Client::connect(url).oauth(oauth).await
/// }
/// ```
///
/// [`LoopbackRedirect`](super::LoopbackRedirect) has an example of a login.
pub struct OAuth {
    url: Url,
    login: KeptLogin,
    client: Option<(String, Option<String>)>,
    client_metadata: Option<String>,
    scopes: Vec<String>,
    redirect: String,
    visit: Option<Arc<Visit>>,
    state: Mutex<LoginState>,
}

/// The state of the login.
#[derive(Default)]
struct LoginState {
    /// The renewer of tokens, once it was needed.
    manager: Option<AuthorizationManager>,
    /// The token that was renewed last because it was refused.
    renewed: Option<String>,
}

/// Why a login failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OAuthError {
    /// The address of the server is not one of HTTP.
    #[error("the address must begin with `http://` or `https://`")]
    Address,
    /// The login needs a browser, and there is none.
    #[error("nobody has logged in")]
    LoginRequired,
    /// Nobody has logged in within this time.
    #[error("nobody has logged in within {0:?}")]
    NobodyLoggedIn(Duration),
    /// The redirect of the browser cannot be received.
    #[error("the redirect of the browser cannot be received: {0}")]
    Redirect(String),
    /// The authorization server refuses, or speaks another protocol.
    #[error("{0}")]
    Refused(String),
}

impl From<AuthError> for OAuthError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::AuthorizationRequired => Self::LoginRequired,
            error => Self::Refused(error.to_string()),
        }
    }
}

impl From<OAuthError> for crate::server::Error {
    fn from(error: OAuthError) -> Self {
        Self::Client(error.to_string())
    }
}

impl fmt::Debug for OAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuth")
            .field("host", &self.url.host_str())
            .finish_non_exhaustive()
    }
}

impl OAuth {
    /// Creates it for the server at an address. The login is kept in memory.
    ///
    /// # Errors
    /// [`OAuthError::Address`] if it is no address of HTTP.
    pub fn new(url: &str) -> Result<Self, OAuthError> {
        let url = Url::parse(url).ok();
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
        Ok(Self {
            url: url.ok_or(OAuthError::Address)?,
            login: KeptLogin::new(Arc::new(MemoryStore::default())),
            client: None,
            client_metadata: None,
            scopes: Vec::new(),
            redirect: String::new(),
            visit: None,
            state: Mutex::default(),
        })
    }

    /// Keeps the login elsewhere, so that it outlives this process.
    #[must_use]
    pub fn store(mut self, store: Arc<dyn LoginStore>) -> Self {
        self.login = KeptLogin::new(store);
        self
    }

    /// Sets what this client was registered as, with its secret if it has one. Without it, the client
    /// registers itself.
    #[must_use]
    pub fn client(mut self, id: impl Into<String>, secret: Option<String>) -> Self {
        self.client = Some((id.into(), secret));
        self
    }

    /// Sets the address of a document that describes this client, for authorization servers that take
    /// such addresses in place of a registration.
    #[must_use]
    pub fn client_metadata(mut self, url: impl Into<String>) -> Self {
        self.client_metadata = Some(url.into());
        self
    }

    /// Sets the scopes to ask for. Without them, they are those that the server wants.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the function that sends a browser to an address, and returns the address that it was
    /// redirected to, which begins with `redirect`. Without it, a login that is needed is an error.
    ///
    /// A request that needs a login waits for it. Programs whose users take their time
    /// [log in](Self::login) before they connect.
    #[must_use]
    pub fn visiting(
        mut self,
        redirect: impl Into<String>,
        visit: impl Fn(String) -> BoxFuture<'static, Result<String, OAuthError>> + Send + Sync + 'static,
    ) -> Self {
        self.redirect = redirect.into();
        self.visit = Some(Arc::new(visit));
        self
    }

    /// Logs in, and keeps the tokens.
    ///
    /// # Errors
    /// If the server has no authorization server, or that refuses.
    pub async fn login(&self) -> Result<(), OAuthError> {
        self.log_in(&mut *self.state.lock().await, None).await
    }

    /// Removes the tokens.
    ///
    /// # Errors
    /// If they cannot be removed.
    pub async fn logout(&self) -> Result<(), OAuthError> {
        use rmcp::transport::auth::CredentialStore as _;
        Ok(self.login.clear().await?)
    }

    async fn log_in(
        &self,
        state: &mut LoginState,
        challenge: Option<&str>,
    ) -> Result<(), OAuthError> {
        let visit = self.visit.as_ref().ok_or(OAuthError::LoginRequired)?;
        let mut manager = self.manager(challenge).await?;
        let scopes = match self.scopes.is_empty() {
            true => manager.select_initial_scopes(&[]).await,
            false => self.scopes.clone(),
        };
        let scopes: Vec<_> = scopes.iter().map(String::as_str).collect();
        let client = self.registered(&mut manager, &scopes).await?;
        self.login.set_secret(client.client_secret.clone());
        manager.configure_client(client)?;
        let address = manager.get_authorization_url(&scopes).await?;
        let redirected = visit(address).await?;
        exchange(&manager, &redirected).await?;
        state.manager = Some(manager);
        Ok(())
    }

    /// Returns what this client is registered as: what was configured, its address if the authorization
    /// server takes those, or what it registers as now.
    async fn registered(
        &self,
        manager: &mut AuthorizationManager,
        scopes: &[&str],
    ) -> Result<OAuthClientConfig, OAuthError> {
        let owned = || scopes.iter().map(|scope| (*scope).to_owned()).collect();
        let config = |id: &str| OAuthClientConfig::new(id, &self.redirect).with_scopes(owned());
        if let Some((id, secret)) = &self.client {
            let config = config(id);
            return Ok(match secret {
                Some(secret) => config.with_client_secret(secret),
                None => config,
            });
        }
        let metadata = manager.resolve_metadata().await?.metadata;
        let takes_addresses = metadata.additional_fields.get(TAKES_ADDRESSES);
        if let (Some(address), Some(Value::Bool(true))) = (&self.client_metadata, takes_addresses) {
            return Ok(config(address));
        }
        let registered = manager.register_client(CLIENT_NAME, &self.redirect, scopes);
        Ok(registered.await?)
    }

    /// Creates what does the protocol, and finds the authorization server.
    async fn manager(&self, challenge: Option<&str>) -> Result<AuthorizationManager, OAuthError> {
        let http = Arc::new(GuardedHttp::for_server(&self.url).await);
        let manager = AuthorizationManager::new_with_oauth_http_client(self.url.as_str(), http);
        let mut manager = manager.await?;
        manager.set_credential_store(self.login.clone());
        let found = manager.resolve_metadata_from_challenge(challenge).await?;
        manager.set_metadata(found.metadata);
        Ok(manager)
    }

    /// Creates what renews the tokens of the login that is kept. Returns `None` if there is none, or if
    /// it is one of another authorization server.
    async fn restored(
        &self,
        challenge: Option<&str>,
    ) -> Result<Option<AuthorizationManager>, OAuthError> {
        let Some((id, secret)) = self.login.client()? else {
            return Ok(None);
        };
        let mut manager = self.manager(challenge).await?;
        if !manager.initialize_from_store().await? {
            return Ok(None);
        }
        if let Some(secret) = secret {
            self.login.set_secret(Some(secret.clone()));
            let config = OAuthClientConfig::new(id, &self.redirect).with_client_secret(secret);
            manager.configure_client(config)?;
        }
        Ok(Some(manager))
    }

    async fn next_token(&self) -> Result<Option<String>, OAuthError> {
        if !self.login.exists()? {
            return Ok(None);
        }
        let mut state = self.state.lock().await;
        if state.manager.is_none() {
            state.manager = self.restored(None).await?;
        }
        let Some(manager) = &state.manager else {
            return Ok(None);
        };
        match manager.get_access_token().await {
            Ok(token) => Ok(Some(token)),
            Err(AuthError::AuthorizationRequired) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn take_refusal(&self, refusal: AccessRefusal<'_>) -> Result<bool, OAuthError> {
        let mut state = self.state.lock().await;
        let state = &mut *state;
        if refusal.status == 403 {
            return self.widen(state, refusal.challenge).await;
        }
        if let Some(refused) = refusal.token {
            // Another request may have renewed it meanwhile.
            let current = match &state.manager {
                Some(manager) => manager.get_access_token().await.ok(),
                None => None,
            };
            if current.is_some_and(|current| current != refused) {
                return Ok(true);
            }
            if state.renewed.as_deref() != Some(refused)
                && self.renew(state, refusal.challenge).await?
            {
                return Ok(true);
            }
        }
        match self.log_in(state, refusal.challenge).await {
            Ok(()) => Ok(true),
            Err(OAuthError::LoginRequired) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Renews a token that was refused. Returns whether there is a new one.
    async fn renew(
        &self,
        state: &mut LoginState,
        challenge: Option<&str>,
    ) -> Result<bool, OAuthError> {
        state.manager = self.restored(challenge).await?;
        let Some(manager) = &state.manager else {
            return Ok(false);
        };
        if manager.refresh_token().await.is_err() {
            return Ok(false);
        }
        state.renewed = manager.get_access_token().await.ok();
        Ok(state.renewed.is_some())
    }

    /// Asks for the scopes that a request lacks. Returns whether they were granted.
    async fn widen(
        &self,
        state: &mut LoginState,
        challenge: Option<&str>,
    ) -> Result<bool, OAuthError> {
        let lacking = challenge.map(|text| WWWAuthenticateParams::parse(text, &self.url));
        let lacking = lacking.filter(WWWAuthenticateParams::is_insufficient_scope);
        let scope = lacking.and_then(|lacking| lacking.scope);
        let (Some(visit), Some(manager), Some(scope)) = (&self.visit, &state.manager, scope) else {
            return Ok(false);
        };
        if !manager.can_attempt_scope_upgrade().await {
            return Ok(false);
        }
        let address = manager.request_scope_upgrade(&scope).await?;
        exchange(manager, &visit(address).await?).await?;
        Ok(true)
    }
}

/// Takes the answer of the authorization server out of an address, and gets the tokens for it.
async fn exchange(manager: &AuthorizationManager, redirected: &str) -> Result<(), OAuthError> {
    if let Some(refused) = refused_in(redirected) {
        return Err(OAuthError::Refused(refused));
    }
    let callback = AuthorizationCallback::from_redirect_url(redirected)?;
    let (code, state, issuer) = (callback.code, callback.csrf_token, callback.issuer);
    let exchanged = manager.exchange_code_for_token_with_issuer(&code, &state, issuer.as_deref());
    Ok(exchanged.await.map(drop)?)
}

/// Returns why the authorization server refuses, if it says so.
fn refused_in(redirected: &str) -> Option<String> {
    let url = Url::parse(redirected).ok()?;
    let value = |name: &str| {
        let mut pairs = url.query_pairs();
        pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
    };
    let error = value("error")?;
    Some(match value("error_description") {
        Some(description) => format!("the authorization server refuses: {description} ({error})"),
        None => format!("the authorization server refuses: {error}"),
    })
}

impl Authorize for OAuth {
    fn token(&self) -> BoxFuture<'_, Result<Option<String>, ConnectionError>> {
        Box::pin(async move { self.next_token().await.map_err(failed) })
    }

    fn refused<'a>(
        &'a self,
        refusal: AccessRefusal<'a>,
    ) -> BoxFuture<'a, Result<bool, ConnectionError>> {
        Box::pin(async move { self.take_refusal(refusal).await.map_err(failed) })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn failed(error: OAuthError) -> ConnectionError {
    ConnectionError::Unreachable(format!("no token: {error}"))
}
