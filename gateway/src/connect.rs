//! [`connect`]: makes a connection to another server, as its configuration says.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use toolwright::client::{ConnectOptions, Connection, ConnectionError, Handler, HttpEndpoint};

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

/// Connects to a server. `errors` gets the standard error of a program, and `handler` what belongs to
/// no request.
///
/// # Errors
/// If it cannot be started or reached, or does not speak MCP.
pub(crate) async fn connect(
    config: &ServerConfig,
    launcher: &dyn Launcher,
    errors: &Arc<LogTail>,
    handler: Arc<dyn Handler>,
) -> Result<Connection, ConnectionError> {
    // A newer server is told with each request what its client can answer.
    let capabilities = match config.trust.questions {
        true => json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}),
        false => json!({}),
    };
    let options = ConnectOptions::new()
        .capabilities(capabilities)
        .timeout(CONNECT_TIMEOUT)
        .limit(MAX_MESSAGE)
        .handler(handler);
    match &config.transport {
        Transport::Stdio(program) => launch(program, launcher, errors, options).await,
        Transport::Http(address) => Connection::http(endpoint(address).await?, options).await,
        Transport::Sse(address) => Connection::sse(&endpoint(address).await?, options).await,
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
    };
    let variables = environment(expanded.environment.clone());
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

async fn endpoint(address: &HttpAddress) -> Result<HttpEndpoint, ConnectionError> {
    let mut endpoint = HttpEndpoint::new(&expand(&address.url)?)?;
    for (name, value) in &expand_all(&address.headers)? {
        endpoint = endpoint.header(name, value)?;
    }
    endpoint.refuse_own().await?;
    Ok(endpoint)
}
