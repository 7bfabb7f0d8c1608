//! `stdio` and `serve`: run the server until a signal stops it.

use std::{
    io::{self, IsTerminal as _},
    time::Duration,
};

use super::{failure::Failure, output, serve_arguments::ServeArguments, signals::Signals};
use crate::{
    executor::Executor,
    server::{Error, Server, StdioOptions},
};

/// How long a server that stops says nothing about what it waits for.
const SILENCE: Duration = Duration::from_millis(500);

/// Serves MCP on standard input and output.
pub(super) async fn stdio(server: Server, program: &str) -> Result<(), Failure> {
    let built = server.build()?;
    let signals = Signals::listen()?;
    if io::stdin().is_terminal() {
        output::notice(&format!(
            "serving MCP on standard input and output, one JSON message per line; `{program} --help` lists the commands"
        ));
    }
    let stop = first_signal(&signals, built.executor().clone());
    Ok(built.serve_stdio(StdioOptions::default(), stop).await?)
}

/// Serves MCP over HTTP.
pub(super) async fn serve(server: Server, arguments: ServeArguments) -> Result<(), Failure> {
    let built = server.build()?;
    let signals = Signals::listen()?;
    let page = built.front_page();
    let listening = |address| {
        output::notice(&format!("listening on http://{address}/mcp"));
        if let Some(page) = page {
            output::notice(&format!("open {} in a browser", page.link(address)));
        }
    };
    let stop = first_signal(&signals, built.executor().clone());
    built
        .serve_http(arguments.into(), listening, stop)
        .await
        .map_err(|error| with_hint(error).into())
}

/// Waits for the first signal. If the server does not stop soon after it, says what it waits for.
async fn first_signal(signals: &Signals, executor: Executor) {
    signals.first().await;
    tokio::spawn(async move {
        tokio::time::sleep(SILENCE).await;
        let running = executor.metrics().map(|metrics| running_tools(&metrics));
        let calls = match running.as_deref() {
            // A server without metrics does not know.
            None => String::new(),
            Some("") => return,
            Some(tools) => format!(" of {tools}"),
        };
        output::notice(&format!(
            "waiting for running calls{calls}; a second signal stops them"
        ));
    });
}

/// Returns the tools that have calls in progress, by the metrics of the server.
fn running_tools(metrics: &str) -> String {
    let running = metrics.lines().filter_map(|line| {
        let labelled = line.strip_prefix("toolwright_calls_in_flight{tool=\"")?;
        let (tool, count) = labelled.split_once("\"} ")?;
        (count != "0").then(|| format!("`{tool}`"))
    });
    running.collect::<Vec<_>>().join(", ")
}

/// Adds the flag that solves the problem to the errors of the server, which knows no flags.
fn with_hint(error: Error) -> Error {
    let hint = match &error {
        Error::Bind { .. } => "choose another port with `--port`",
        Error::Exposed { .. } => {
            "let callers authenticate, listen on 127.0.0.1, or pass `--insecure`"
        }
        _ => return error,
    };
    Error::Command(format!("{error} ({hint})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_with_calls_in_progress_are_named() {
        let metrics = "toolwright_calls_in_flight{tool=\"add\"} 0\ntoolwright_calls_in_flight{tool=\"wait\"} 2\n\
                       toolwright_calls_total{tool=\"add\"} 1\ntoolwright_calls_in_flight{tool=\"other\"} 1\n";
        assert_eq!(running_tools(metrics), "`wait`, `other`");
        assert_eq!(running_tools(""), "");
    }
}
