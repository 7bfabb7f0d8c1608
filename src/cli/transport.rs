//! `stdio` and `serve`: run the server until a signal stops it.

use std::io::{self, IsTerminal as _};

use super::{failure::Failure, output, serve_arguments::ServeArguments, signals::Signals};
use crate::server::{Error, Server, StdioOptions};

/// Serves MCP on standard input and output.
pub(super) async fn stdio(server: Server, program: &str) -> Result<(), Failure> {
    let built = server.build()?;
    let signals = Signals::listen()?;
    if io::stdin().is_terminal() {
        output::notice(&format!(
            "serving MCP on standard input and output, one JSON message per line; `{program} --help` lists the commands"
        ));
    }
    Ok(built
        .serve_stdio(StdioOptions::default(), signals.first())
        .await?)
}

/// Serves MCP over HTTP.
pub(super) async fn serve(server: Server, arguments: ServeArguments) -> Result<(), Failure> {
    let built = server.build()?;
    let signals = Signals::listen()?;
    let listening = |address| output::notice(&format!("listening on http://{address}/mcp"));
    built
        .serve_http(arguments.into(), listening, signals.first())
        .await
        .map_err(|error| with_hint(error).into())
}

/// Adds the flag that solves the problem to the errors of the server, which knows no flags.
fn with_hint(error: Error) -> Error {
    let hint = match &error {
        Error::Bind { .. } => "choose another port with `--port`",
        Error::Exposed { .. } => "listen on 127.0.0.1, or pass `--insecure`",
        _ => return error,
    };
    Error::Command(format!("{error} ({hint})"))
}
