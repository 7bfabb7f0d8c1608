//! [`Load`]: a path with its processes, and a client that calls.

use std::{
    net::TcpListener,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;
use toolwright::Client;

use crate::{
    path::{Line, Path, Peers, Proxy},
    rig::{Process, Result, percentile},
};

/// How long a process may take to answer for the first time.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The measurement of one turn.
pub(crate) struct Sample {
    /// The median of a call, in microseconds.
    pub(crate) p50: f64,
    /// Calls a second.
    pub(crate) rate: f64,
}

/// A path with its processes, and a client that calls.
pub(crate) struct Load {
    client: Arc<Client>,
    /// Killed after the client is closed.
    _processes: Vec<Process>,
}

impl Load {
    pub(crate) async fn start(peers: &Peers<'_>, path: Path) -> Result<Self> {
        let mut processes = Vec::new();
        let upstream = match (path.proxy, path.upstream) {
            (Proxy::None, _) | (_, Line::Stdio) => {
                let program = peers.server(None);
                program.get_program().to_string_lossy().into_owned()
            }
            (_, Line::Http) => {
                let port = free_port()?;
                processes.push(started(peers.server(Some(port)), "upstream")?);
                let url = format!("http://127.0.0.1:{port}/mcp");
                connected(&url).await?;
                url
            }
        };
        let command = |port| match path.proxy {
            Proxy::None => Ok(peers.server(port)),
            proxy => peers.proxy(proxy, port, &upstream),
        };
        let client = match path.front {
            Line::Stdio => {
                let command = command(None)?;
                // The client starts a program with its own variables.
                let variables = command.get_envs().filter_map(|(name, value)| {
                    Some(format!("{}={}", name.to_str()?, value?.to_str()?))
                });
                let mut words = vec!["/usr/bin/env".to_owned()];
                words.extend(variables);
                words.push(command.get_program().to_string_lossy().into_owned());
                let arguments = command.get_args();
                words.extend(arguments.map(|word| word.to_string_lossy().into_owned()));
                Client::spawn(words).await?
            }
            Line::Http => {
                let port = free_port()?;
                processes.push(started(command(Some(port))?, &path.to_string())?);
                connected(&format!("http://127.0.0.1:{port}/mcp")).await?
            }
        };
        Ok(Self {
            client: Arc::new(client),
            _processes: processes,
        })
    }

    /// Keeps so many callers busy. Every answer is checked.
    pub(crate) async fn run(&self, callers: usize, time: Duration) -> Result<Sample> {
        let started = Instant::now();
        let callers = (0..callers).map(|_| {
            let client = Arc::clone(&self.client);
            tokio::spawn(async move { call(&client, started, time).await })
        });
        let callers: Vec<_> = callers.collect();
        let mut times = Vec::new();
        for caller in callers {
            times.extend(caller.await?.map_err(|error| error.to_string())?);
        }
        let rate = times.len() as f64 / started.elapsed().as_secs_f64();
        times.sort_by(f64::total_cmp);
        let p50 = percentile(&times, 50.0).ok_or("no call has ended")?;
        Ok(Sample { p50, rate })
    }
}

/// Calls until the time is over. Returns how long each call took, in microseconds.
async fn call(client: &Client, started: Instant, time: Duration) -> toolwright::Result<Vec<f64>> {
    let mut times = Vec::new();
    while started.elapsed() < time || times.is_empty() {
        let sent = Instant::now();
        let sum = client.call("add", json!({"a": 2, "b": 3})).await?;
        times.push(sent.elapsed().as_secs_f64() * 1e6);
        if sum.joined_text() != "5" {
            let why = format!("a wrong answer: {}", sum.joined_text());
            return Err(toolwright::Error::Command(why));
        }
    }
    Ok(times)
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

pub(crate) fn started(mut command: Command, log: &str) -> Result<Process> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    Process::spawn(command, &log.replace(' ', "-"))
}

/// Connects to a server that has just been started.
async fn connected(url: &str) -> Result<Client> {
    let started = Instant::now();
    loop {
        let failed = match Client::connect(url).await {
            Ok(client) => match client.tools().await {
                Ok(tools) if !tools.is_empty() => return Ok(client),
                Ok(_) => "it has no tools yet".to_owned(),
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        if started.elapsed() > START_TIMEOUT {
            return Err(format!("`{url}` does not answer: {failed}").into());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
