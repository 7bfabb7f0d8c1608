//! [`connect`]: makes a connection to another server, as its configuration says.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use serde_json::json;
use toolwright::{
    call::ClientCapabilities,
    client::{
        ConnectOptions, Connection, ConnectionError, Handler, HttpEndpoint, LoginStore, OAuth,
    },
};

use crate::{
    config::{HttpAddress, Program, ServerConfig, Transport},
    launch::{Launcher, environment},
    log_tail::LogTail,
    variables::{expand, expand_all},
};

/// How long a server may take to answer while the connection is made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest message of a server, in bytes.
const MAX_MESSAGE: usize = 16 * 1024 * 1024;

/// Connects to a server. `errors` gets the standard error of a program, `login` has the tokens for an address, and `handler` what belongs to
/// no request.
///
/// # Errors
/// If it cannot be started or reached, or does not speak MCP.
pub(crate) async fn connect(
    config: &ServerConfig,
    launcher: &dyn Launcher,
    errors: &Arc<LogTail>,
    login: Option<Arc<dyn LoginStore>>,
    handler: Arc<dyn Handler>,
) -> Result<Connection, ConnectionError> {
    if let Some(problem) = &config.problem {
        return Err(ConnectionError::Unreachable(problem.clone()));
    }
    // A newer server is told with each request what its client can answer.
    let capabilities = match config.trust.questions {
        true => json!(ClientCapabilities::ALL),
        false => json!({}),
    };
    let options = ConnectOptions::new()
        .capabilities(capabilities)
        .timeout(CONNECT_TIMEOUT)
        .limit(MAX_MESSAGE)
        .handler(handler);
    match &config.transport {
        Transport::Stdio(program) => launch(program, launcher, errors, options).await,
        Transport::Http(address) => {
            let endpoint = endpoint(address, login).await?;
            Connection::http(endpoint, options).await
        }
        Transport::Sse(address) => {
            let endpoint = endpoint(address, login).await?;
            Connection::sse(&endpoint, options).await
        }
    }
}

async fn launch(
    program: &Program,
    launcher: &dyn Launcher,
    errors: &Arc<LogTail>,
    options: ConnectOptions,
) -> Result<Connection, ConnectionError> {
    let arguments = program.arguments.iter().map(|one| expand(one));
    let expanded = Program {
        command: expand(&program.command)?,
        arguments: arguments.collect::<Result<_, _>>()?,
        environment: expand_all(&program.environment)?,
        folder: program.folder.clone(),
        secrets: BTreeMap::new(),
    };
    let mut variables = environment(expanded.environment.clone());
    variables.extend(program.secrets.clone());
    let launched = launcher.launch(&expanded, variables).await;
    let launched = launched.map_err(|error| {
        let command = &program.command;
        ConnectionError::Unreachable(format!("`{command}` cannot be started: {error}"))
    })?;
    let errors = Arc::clone(errors);
    errors.clear();
    tokio::spawn(async move { errors.read(launched.errors).await });
    Connection::over(launched.output, launched.input, launched.kept, options).await
}

impl HttpAddress {
    /// Returns what logs in to the server, and keeps the login in `store`.
    ///
    /// # Errors
    /// If the address has a variable that is not set, or is not one of HTTP.
    pub fn oauth(&self, store: Arc<dyn LoginStore>) -> Result<OAuth, ConnectionError> {
        let oauth = OAuth::new(&expand(&self.url)?);
        let oauth = oauth.map_err(|error| ConnectionError::Unreachable(error.to_string()))?;
        Ok(oauth.store(store))
    }
}

async fn endpoint(
    address: &HttpAddress,
    login: Option<Arc<dyn LoginStore>>,
) -> Result<HttpEndpoint, ConnectionError> {
    let mut endpoint = HttpEndpoint::new(&expand(&address.url)?)?;
    let names = address.headers.keys().chain(address.secrets.keys());
    let has_token = names
        .into_iter()
        .any(|name| name.eq_ignore_ascii_case("authorization"));
    if let Some(login) = login.filter(|_| !has_token) {
        endpoint = endpoint.authorized_by(Arc::new(address.oauth(login)?));
    }
    let headers = expand_all(&address.headers)?;
    for (name, value) in headers.iter().chain(&address.secrets) {
        endpoint = endpoint.header(name, value)?;
    }
    endpoint.refuse_own().await?;
    Ok(endpoint)
}
