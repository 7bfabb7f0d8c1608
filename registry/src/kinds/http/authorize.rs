//! Adds credentials to requests.

use std::time::{Duration, Instant};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use reqwest::{
    Method, Request,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue},
};
use serde::Deserialize;
use tokio::sync::Mutex;
use toolwright::ToolError;
use toolwright_http::RequestLimits;
use url::{Url, form_urlencoded};
use zeroize::Zeroizing;

use super::{clients::HttpClients, hidden::Hidden, response::failure};
use crate::{
    auth::{Auth, KeyPlace},
    sealing::SecretKeys,
};

/// A token is not used in its last seconds.
const MARGIN: Duration = Duration::from_secs(30);
/// How many seconds a token counts that does not say.
const LIFETIME: u64 = 300;
/// How many seconds a token counts at most, whatever the token server says.
const MAX_LIFETIME: u64 = 86_400;
/// The largest answer of a token server.
const MAX_BYTES: usize = 64 * 1024;

/// Adds the credentials of one tool to its requests.
pub(super) struct Authorizer {
    pub(super) tool: String,
    pub(super) auth: Auth,
    pub(super) keys: SecretKeys,
    /// The token that the token server gave last, and when it ends.
    token: Mutex<Option<(Zeroizing<String>, Instant)>>,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: String,
    expires_in: Option<u64>,
}

impl Authorizer {
    pub(super) fn new(tool: &str, auth: Auth, keys: SecretKeys) -> Self {
        Self {
            tool: tool.to_owned(),
            auth,
            keys,
            token: Mutex::default(),
        }
    }

    /// Adds the credentials. Returns the texts that must not be shown.
    pub(super) async fn authorize(
        &self,
        request: &mut Request,
        clients: &HttpClients,
        limits: RequestLimits,
    ) -> Result<Hidden, ToolError> {
        let hidden = match &self.auth {
            Auth::Bearer { token } => {
                let token = token.open(&self.tool, &self.keys)?;
                bearer(request, &token)?;
                vec![token]
            }
            Auth::Basic { username, password } => {
                let password = password.open(&self.tool, &self.keys)?;
                let pair = Zeroizing::new(format!("{username}:{}", *password));
                let encoded = Zeroizing::new(BASE64_STANDARD.encode(pair.as_bytes()));
                set(request, AUTHORIZATION, &format!("Basic {}", *encoded))?;
                vec![password, encoded]
            }
            Auth::ApiKey { name, place, value } => {
                let value = value.open(&self.tool, &self.keys)?;
                add_key(request, name, *place, &value)?;
                vec![value]
            }
            Auth::ClientCredentials { .. } => {
                let token = self.token(clients, limits).await?;
                bearer(request, &token)?;
                vec![token]
            }
        };
        Ok(Hidden::new(hidden))
    }

    /// Returns a token of the token server, the last one as long as it counts.
    async fn token(
        &self,
        clients: &HttpClients,
        limits: RequestLimits,
    ) -> Result<Zeroizing<String>, ToolError> {
        let mut known = self.token.lock().await;
        if let Some((token, end)) = &*known
            && Instant::now() < *end
        {
            return Ok(token.clone());
        }
        let (token, lifetime) = self.fetch(clients, limits).await?;
        let lifetime = Duration::from_secs(lifetime.min(MAX_LIFETIME)).saturating_sub(MARGIN);
        *known = Some((token.clone(), Instant::now() + lifetime));
        Ok(token)
    }

    /// Forgets the last token, which was refused: the next request fetches another.
    pub(super) async fn forget_token(&self) {
        *self.token.lock().await = None;
    }

    /// Returns the request for a token, and the secret in it.
    fn token_request(&self) -> Result<(Request, Zeroizing<String>), ToolError> {
        let Auth::ClientCredentials {
            token_url,
            client_id,
            client_secret,
            scope,
        } = &self.auth
        else {
            return Err(ToolError::failed("there is no token server"));
        };
        let secret = client_secret.open(&self.tool, &self.keys)?;
        let url = Url::parse(token_url)
            .map_err(|_| ToolError::failed("`auth.token_url` is not an address"))?;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "client_credentials")
            .append_pair("client_id", client_id)
            .append_pair("client_secret", &secret);
        if let Some(scope) = scope {
            form.append_pair("scope", scope);
        }
        let mut request = Request::new(Method::POST, url);
        *request.body_mut() = Some(form.finish().into());
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        request.headers_mut().insert(CONTENT_TYPE, kind);
        Ok((request, secret))
    }

    async fn fetch(
        &self,
        clients: &HttpClients,
        limits: RequestLimits,
    ) -> Result<(Zeroizing<String>, u64), ToolError> {
        let (request, secret) = self.token_request()?;
        let limits = RequestLimits {
            most_bytes: MAX_BYTES,
            ..limits
        };
        let response = clients.send(request, limits).await;
        let response = response
            .map_err(|error| ToolError::unavailable(format!("the token server: {error}")))?;
        if !response.status.is_success() {
            return Err(failure(&response, &Hidden::new(vec![secret])));
        }
        let answer: TokenAnswer = serde_json::from_slice(&response.body)
            .map_err(|_| ToolError::failed("the token server's answer has no `access_token`"))?;
        Ok((
            Zeroizing::new(answer.access_token),
            answer.expires_in.unwrap_or(LIFETIME),
        ))
    }
}

fn add_key(
    request: &mut Request,
    name: &str,
    place: KeyPlace,
    value: &str,
) -> Result<(), ToolError> {
    if place == KeyPlace::Query {
        request.url_mut().query_pairs_mut().append_pair(name, value);
        return Ok(());
    }
    let header = HeaderName::from_bytes(name.as_bytes());
    let header =
        header.map_err(|_| ToolError::failed("`auth.name` is not the name of a header"))?;
    set(request, header, value)
}

fn bearer(request: &mut Request, token: &str) -> Result<(), ToolError> {
    set(request, AUTHORIZATION, &format!("Bearer {token}"))
}

fn set(request: &mut Request, name: HeaderName, value: &str) -> Result<(), ToolError> {
    let value = HeaderValue::from_str(value);
    let mut value =
        value.map_err(|_| ToolError::failed("the credential cannot be sent in a header"))?;
    value.set_sensitive(true);
    request.headers_mut().insert(name, value);
    Ok(())
}
