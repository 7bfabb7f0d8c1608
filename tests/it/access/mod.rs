//! Who may call what: authenticators, API keys, and the rights of callers.

pub(crate) mod accounts;
mod exposed;
mod isolation;
mod keys;
mod methods;
mod oauth;
mod records;
mod refusals;
mod refused_tokens;
mod rights;
mod user_sessions;
mod users_of_tests;

use std::sync::Arc;

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use toolwright::{
    BoxFuture, Server,
    access::{
        AccessRole, AuthenticationError, AuthenticationRequest, Authenticator, Credentials,
        Identity,
    },
    govern::NamePattern,
};

use crate::harness::{Modern, TestServer};

/// Believes everybody: `ada`, `ada/author`, `ada/scopes=a,b` and `ada/tools=get_*` are keys.
pub(crate) struct Trusting;

impl Authenticator for Trusting {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        Box::pin(async move {
            let shown = Credentials::read(request.headers)?;
            let shown = shown.ok_or(AuthenticationError::Missing)?;
            identity(shown.expose()).map(Some)
        })
    }
}

fn identity(key: &str) -> Result<Arc<Identity>, AuthenticationError> {
    let mut words = key.split('/');
    let user = words.next().unwrap();
    if user == "wrong" {
        return Err(AuthenticationError::Invalid);
    }
    let identity = words.fold(Identity::new(user), |identity, word| {
        match word.split_once('=') {
            Some(("scopes", scopes)) => identity.with_scopes(scopes.split(',')),
            Some(("tools", tools)) => identity.with_tools(tools.split(',').map(NamePattern::new)),
            Some(("key", id)) => identity.with_key(id),
            _ => identity.with_role(word.parse::<AccessRole>().unwrap()),
        }
    });
    Ok(Arc::new(identity))
}

/// Starts a server that asks who its callers are.
async fn asking(server: Server) -> TestServer {
    TestServer::start(server.authenticate(Trusting)).await
}

/// A client that shows this key.
fn client(server: &TestServer, key: &str) -> Modern {
    Modern::of(server).with_key(key)
}

/// A message with this key, from a client with a session.
fn post(server: &TestServer, key: &str, body: &Value) -> RequestBuilder {
    let request = server.http().post(server.url("/mcp")).bearer_auth(key);
    request
        .header("accept", "application/json, text/event-stream")
        .json(body)
}

/// Opens a session with this key, and returns its id.
async fn open_session(server: &TestServer, key: &str) -> String {
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "it", "version": "1"},
        },
    });
    let opened = post(server, key, &initialize).send().await.unwrap();
    let id = opened.headers()["mcp-session-id"].to_str().unwrap();
    id.to_owned()
}
