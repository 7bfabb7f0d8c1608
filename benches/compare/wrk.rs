//! [`Load`]: calls from wrk, which is a process of its own.

use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

use serde::Deserialize;

use crate::{
    calls::Sample,
    rig::{self, HttpServer, Request, Result},
};

/// How many requests rotate in sessions. An id is used again when its first request was answered.
const ROTATION: usize = 1024;

/// A load on one server.
pub(crate) struct Load<'a> {
    pub(crate) server: &'a HttpServer,
    pub(crate) request: &'a Request,
    pub(crate) connections: usize,
    /// The sessions of the calls, or none.
    pub(crate) sessions: &'a [String],
    /// The key or the token of the calls, or none.
    pub(crate) credentials: Option<&'a str>,
}

/// The summary of wrk.
#[derive(Debug, Deserialize)]
pub(crate) struct Seen {
    pub(crate) requests: u64,
    bytes: u64,
    microseconds: f64,
    p50: f64,
    p99: f64,
    statuses: u64,
    sockets: u64,
    wrong: u64,
    /// The server's processor time.
    #[serde(skip)]
    processor: f64,
}

impl Seen {
    pub(crate) fn sample(&self) -> Sample {
        Sample {
            calls_per_second: self.requests as f64 * 1e6 / self.microseconds,
            p50: self.p50,
            p99: self.p99,
            processor: self.processor / self.requests as f64,
        }
    }

    /// Returns the size of an answer with its headers.
    pub(crate) fn answer(&self) -> f64 {
        self.bytes as f64 / self.requests as f64
    }
}

impl Load<'_> {
    /// Checks every answer.
    pub(crate) fn verify(&self, mark: &str) -> Result<Seen> {
        self.run(Duration::from_secs(1), mark)
    }

    /// Runs at full speed. The answers must have the size of those that were checked.
    pub(crate) fn measure(&self, duration: Duration, answer: f64) -> Result<Seen> {
        let seen = self.run(duration, "")?;
        if (seen.answer() / answer - 1.0).abs() > 0.02 {
            let weights = format!("{:.0} bytes an answer, not {answer:.0}", seen.answer());
            return Err(format!("{}: some answers are wrong: {weights}", self.server.url()).into());
        }
        Ok(seen)
    }

    fn run(&self, duration: Duration, mark: &str) -> Result<Seen> {
        let before = self.server.process.processor_time()?;
        let output = self.command(duration, mark)?.output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        let line = said.lines().find(|line| line.starts_with('{'));
        let line = line.ok_or_else(|| format!("wrk said: {said}"))?;
        let mut seen: Seen = serde_json::from_str(line)?;
        if seen.requests == 0 || seen.statuses + seen.sockets + seen.wrong > 0 {
            let url = self.server.url();
            return Err(format!("{url}: some answers are wrong: {seen:?}").into());
        }
        seen.processor = self.server.process.processor_time()? - before;
        Ok(seen)
    }

    fn command(&self, duration: Duration, mark: &str) -> Result<Command> {
        let body = rig::scratch()?.join("body.json");
        fs::write(&body, self.request.body())?;
        let places = ROTATION / self.sessions.len().max(1);
        let mut wrk = Command::new("wrk");
        wrk.arg(format!("-t{}", self.connections.min(2)))
            .arg(format!("-c{}", self.connections))
            .arg(format!("-d{}s", duration.as_secs()))
            .args(["--timeout", "20s", "-s"])
            .arg(rig::benches().join("wrk/call.lua"));
        for (name, value) in self.request.headers() {
            wrk.arg("-H").arg(format!("{name}: {value}"));
        }
        if let Some(credentials) = self.credentials {
            wrk.arg("-H")
                .arg(format!("Authorization: Bearer {credentials}"));
        }
        wrk.args([&self.server.url(), "--"])
            .arg(body)
            .arg(mark)
            .arg(places.to_string())
            .args(self.sessions)
            .stderr(Stdio::inherit());
        Ok(wrk)
    }
}
