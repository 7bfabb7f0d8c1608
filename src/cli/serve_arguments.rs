//! The settings of `serve`, each a flag and a variable of the environment.

use std::time::Duration;

use super::setting;
use crate::server::HttpOptions;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A flag wins over its variable. SIGTERM and Ctrl-C let running calls finish; a second one ends at once.")]
pub(super) struct ServeArguments {
    /// The address to listen on
    #[arg(long, env = "TOOLWRIGHT_HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port; 0 takes a free one
    #[arg(long, env = "TOOLWRIGHT_PORT", default_value = "8080", value_parser = setting::port)]
    port: u16,
    /// A further name that requests may call this server by; can be repeated
    #[arg(
        long = "allow-host",
        value_name = "HOST",
        env = "TOOLWRIGHT_ALLOWED_HOSTS",
        value_delimiter = ','
    )]
    allowed_hosts: Vec<String>,
    /// A further origin of web pages that may call, as `https://example.com`; can be repeated
    #[arg(long = "allow-origin", value_name = "ORIGIN", env = "TOOLWRIGHT_ALLOWED_ORIGINS", value_delimiter = ',', value_parser = setting::origin)]
    allowed_origins: Vec<String>,
    /// Listen on addresses that others can reach, though nobody has to prove who they are
    #[arg(long, env = "TOOLWRIGHT_INSECURE", value_parser = setting::switch)]
    insecure: bool,
    /// Serve the transport of 2024-11-05 too, at /sse and /messages
    #[arg(long, env = "TOOLWRIGHT_SSE", value_parser = setting::switch)]
    sse: bool,
    /// The largest request
    #[arg(long, value_name = "BYTES", env = "TOOLWRIGHT_MAX_BODY", default_value = "4194304", value_parser = setting::count)]
    max_body: usize,
    /// How long the body of a request may take to arrive
    #[arg(long, value_name = "DURATION", env = "TOOLWRIGHT_BODY_TIMEOUT", default_value = "30s", value_parser = setting::duration)]
    body_timeout: Duration,
    /// The most sessions at once
    #[arg(long, value_name = "COUNT", env = "TOOLWRIGHT_MAX_SESSIONS", default_value = "10000", value_parser = setting::count)]
    max_sessions: usize,
    /// How long a session may be silent before it is freed
    #[arg(long, value_name = "DURATION", env = "TOOLWRIGHT_SESSION_IDLE", default_value = "30m", value_parser = setting::duration)]
    session_idle: Duration,
    /// How long running calls may take to finish when the server is told to stop
    #[arg(long, value_name = "DURATION", env = "TOOLWRIGHT_DRAIN", default_value = "30s", value_parser = setting::duration)]
    drain: Duration,
}

impl From<ServeArguments> for HttpOptions {
    fn from(arguments: ServeArguments) -> Self {
        Self {
            host: arguments.host,
            port: arguments.port,
            allowed_hosts: named(&arguments.allowed_hosts),
            allowed_origins: named(&arguments.allowed_origins),
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

/// The entries of a list that are not empty: a variable that is set to nothing is an empty list.
fn named(list: &[String]) -> Vec<String> {
    let entries = list.iter().map(|entry| entry.trim());
    entries
        .filter(|entry| !entry.is_empty())
        .map(ToOwned::to_owned)
        .collect()
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
    fn the_defaults_are_those_of_the_library() {
        let default = format!("{:?}", HttpOptions::default());
        assert_eq!(format!("{:?}", options("demo")), default);
    }

    #[test]
    fn every_flag_arrives() {
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
}
