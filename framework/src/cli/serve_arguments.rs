//! `stdio` and `serve`: their arguments, and the run of the server until a signal stops it.

use std::{
    io::{self, IsTerminal as _},
    time::Duration,
};

use super::{output, output::Failure, setting, signals::Signals};
use crate::{
    executor::Executor,
    server::{Error, HttpOptions, Server, StdioOptions},
};

/// The flags of a command that serves MCP over HTTP.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A flag takes precedence over its environment variable. SIGTERM and Ctrl-C stop the server after running \
calls have finished; a second signal stops it at once.")]
pub struct ServeArguments {
    /// Address to listen on
    #[arg(long, env = "TOOLWRIGHT_HOST", default_value = "127.0.0.1")]
    host: String,
    /// Port to listen on; 0 picks a free one
    #[arg(long, env = "TOOLWRIGHT_PORT", default_value = "8080", value_parser = setting::port)]
    port: u16,
    /// Further host name that requests may use; can be repeated
    #[arg(
        long = "allow-host",
        value_name = "HOST",
        env = "TOOLWRIGHT_ALLOWED_HOSTS",
        value_delimiter = ','
    )]
    allowed_hosts: Vec<String>,
    /// Further origin of web pages that may send requests, as in `https://example.com`; can be
    /// repeated
    #[arg(long = "allow-origin", value_name = "ORIGIN", env = "TOOLWRIGHT_ALLOWED_ORIGINS", value_delimiter = ',', value_parser = setting::origin)]
    allowed_origins: Vec<String>,
    /// Allow an address that other machines can reach, without authentication
    #[arg(long, env = "TOOLWRIGHT_INSECURE", value_parser = setting::switch)]
    insecure: bool,
    /// Also serve the HTTP+SSE transport of 2024-11-05, at /sse and /messages
    #[arg(long, env = "TOOLWRIGHT_SSE", value_parser = setting::switch)]
    sse: bool,
    /// Maximum size of a request body
    #[arg(long, value_name = "BYTES", env = "TOOLWRIGHT_MAX_BODY", default_value = "4194304", value_parser = setting::count)]
    max_body: usize,
    /// Time limit for receiving a request body
    #[arg(long, value_name = "DURATION", env = "TOOLWRIGHT_BODY_TIMEOUT", default_value = "30s", value_parser = setting::duration)]
    body_timeout: Duration,
    /// Maximum number of sessions
    #[arg(long, value_name = "COUNT", env = "TOOLWRIGHT_MAX_SESSIONS", default_value = "10000", value_parser = setting::count)]
    max_sessions: usize,
    /// Time after which an idle session is closed
    #[arg(long, value_name = "DURATION", env = "TOOLWRIGHT_SESSION_IDLE", default_value = "30m", value_parser = setting::duration)]
    session_idle: Duration,
    /// Time limit for running calls when the server stops
    #[arg(long, value_name = "DURATION", env = "TOOLWRIGHT_DRAIN", default_value = "30s", value_parser = setting::duration)]
    drain: Duration,
}

impl From<ServeArguments> for HttpOptions {
    fn from(arguments: ServeArguments) -> Self {
        Self {
            host: arguments.host,
            port: arguments.port,
            allowed_hosts: without_empty(&arguments.allowed_hosts),
            allowed_origins: without_empty(&arguments.allowed_origins),
            insecure: arguments.insecure,
            legacy_sse: arguments.sse,
            max_body: arguments.max_body,
            body_timeout: arguments.body_timeout,
            max_sessions: arguments.max_sessions,
            session_idle: arguments.session_idle,
            drain: arguments.drain,
            ..Self::default()
        }
    }
}

/// Returns the entries that are not empty: an empty variable is an empty list.
fn without_empty(list: &[String]) -> Vec<String> {
    let entries = list.iter().map(|entry| entry.trim());
    entries
        .filter(|entry| !entry.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// How long a server that stops says nothing about what it waits for.
const SILENCE: Duration = Duration::from_millis(500);

/// Serves MCP on standard input and output, until a signal or the end of the input stops it. With
/// `part`, that [virtual server](crate::transport::VirtualServer) alone.
///
/// # Errors
/// If the server cannot be built or started, or has no such virtual server.
pub async fn stdio(server: Server, program: &str, part: Option<String>) -> Result<(), Failure> {
    let built = server.build()?;
    let signals = Signals::listen()?;
    if io::stdin().is_terminal() {
        output::notice(&format!(
            "serving MCP on standard input and output, one JSON message per line; `{program} --help` lists the commands"
        ));
    }
    let stop = first_signal(&signals, built.executor().clone());
    let options = StdioOptions {
        virtual_server: part,
        ..StdioOptions::default()
    };
    Ok(built.serve_stdio(options, stop).await?)
}

/// Serves MCP over HTTP, until a signal stops it.
///
/// # Errors
/// If the server cannot be built or started, or the address cannot be used.
pub async fn serve(server: Server, arguments: ServeArguments) -> Result<(), Failure> {
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
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        serve: ServeArguments,
    }

    fn options(words: &str) -> HttpOptions {
        let line = Line::parse_from(words.split_whitespace());
        line.serve.into()
    }

    #[test]
    fn the_defaults_are_those_of_http_options() {
        let default = format!("{:?}", HttpOptions::default());
        assert_eq!(format!("{:?}", options("demo")), default);
    }

    #[test]
    fn every_flag_sets_its_option() {
        let options = options(
            "demo --host ::1 --port 1 --allow-host a --allow-host b,c --allow-origin https://d --insecure --sse \
             --max-body 2 --body-timeout 6h --max-sessions 3 --session-idle 4s --drain 5ms",
        );
        let expected = HttpOptions {
            host: "::1".into(),
            port: 1,
            allowed_hosts: vec!["a".into(), "b".into(), "c".into()],
            allowed_origins: vec!["https://d".into()],
            insecure: true,
            legacy_sse: true,
            max_body: 2,
            body_timeout: Duration::from_secs(6 * 3600),
            max_sessions: 3,
            session_idle: Duration::from_secs(4),
            drain: Duration::from_millis(5),
            ..HttpOptions::default()
        };
        assert_eq!(format!("{options:?}"), format!("{expected:?}"));
    }

    #[test]
    fn tools_with_calls_in_progress_are_named() {
        let metrics = "toolwright_calls_in_flight{tool=\"add\"} 0\ntoolwright_calls_in_flight{tool=\"wait\"} 2\n\
                       toolwright_calls_total{tool=\"add\"} 1\ntoolwright_calls_in_flight{tool=\"other\"} 1\n";
        assert_eq!(running_tools(metrics), "`wait`, `other`");
        assert_eq!(running_tools(""), "");
    }
}
