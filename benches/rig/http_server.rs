//! [`HttpServer`]: a peer that listens on loopback.

use std::{
    net::TcpListener,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use super::{
    Result,
    answer::check,
    call::{Era, Request, Workload},
    http_client::HttpClient,
    process::Process,
};

/// The timeout of the first answer.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// The pause between attempts.
const PAUSE: Duration = Duration::from_micros(200);

/// A server that listens.
pub(crate) struct HttpServer {
    pub(crate) process: Process,
    port: u16,
}

impl HttpServer {
    /// Starts `command serve --port …`. Returns the server, and the time until its first answer.
    pub(crate) fn start(command: Command, log: &str) -> Result<(Self, Duration)> {
        let client = HttpClient::new()?;
        let request = Request::call(Era::Modern, Workload::Small);
        Self::start_until(command, log, |server| {
            let answer = client.post(&server.url(), &request, None)?;
            check(&answer.body, Workload::Small)
        })
    }

    /// Does the same with another check for the first answer.
    pub(crate) fn start_until(
        mut command: Command,
        log: &str,
        answers: impl Fn(&Self) -> Result<()>,
    ) -> Result<(Self, Duration)> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        command.args(["serve", "--port", &port.to_string()]);
        let started = Instant::now();
        let process = Process::spawn(command, log)?;
        let mut server = Self { process, port };
        while let Err(error) = answers(&server) {
            if server.process.has_ended() || started.elapsed() > START_TIMEOUT {
                return Err(format!("`{log}` does not answer: {error}").into());
            }
            thread::sleep(PAUSE);
        }
        Ok((server, started.elapsed()))
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }
}
