//! `tools/list` with few and with many tools.

use crate::{
    options::{Options, turns},
    rig::{
        Era, Figure, HttpClient, HttpServer, Request, Result, Wanted, Workshop, grouped, median,
        table,
    },
    wrk::Load,
};

const TOOLS: [usize; 2] = [10, 1000];
const CONNECTIONS: usize = 8;

/// A server with this many tools.
struct Listed {
    server: HttpServer,
    tools: usize,
    /// The size of its answer.
    bytes: usize,
    /// Calls a second, a round each.
    calls: Vec<f64>,
}

pub(crate) fn measure(options: &Options, workshop: &Workshop) -> Result<(Vec<Figure>, String)> {
    let mut servers = TOOLS
        .map(|tools| Listed::start(tools, workshop))
        .into_iter()
        .collect::<Result<Vec<_>>>()?;
    let request = Request::list(Era::Modern);
    for round in 0..options.rounds() {
        for listed in turns(&mut servers, round) {
            let load = Load {
                server: &listed.server,
                request: &request,
                connections: CONNECTIONS,
                sessions: &[],
                credentials: None,
            };
            let weight = load.verify(&listed.mark())?.answer();
            let sample = load.measure(options.turn(), weight)?.sample();
            let calls = sample.calls_per_second;
            eprintln!("tools/list, {} tools: {calls:.0} calls/s", listed.tools);
            listed.calls.push(calls);
        }
    }
    servers.sort_by_key(|listed| listed.tools);
    let tables = table(
        "`tools/list` of Toolwright over HTTP, 2026-07-28, 8 connections",
        "tools | bytes | calls/s | MB/s",
        servers.iter().map(Listed::row),
    );
    let pairs = servers[1]
        .bytes_per_second()
        .zip(servers[0].bytes_per_second());
    let figure = Figure::of(
        "`tools/list` with 1,000 tools: bytes/s ÷ the same with 10 tools",
        pairs.map(|(many, few)| many / few),
        "",
        Wanted::AtLeast(0.5),
    );
    Ok((vec![figure], tables))
}

impl Listed {
    fn start(tools: usize, workshop: &Workshop) -> Result<Self> {
        let mut command = workshop.program("toolwright_many");
        command.env("BENCH_TOOLS", tools.to_string());
        let client = HttpClient::new()?;
        let request = Request::list(Era::Modern);
        let listed = |server: &HttpServer| -> Result<usize> {
            let answer = client.post(&server.url(), &request, None)?;
            let message: serde_json::Value = serde_json::from_slice(&answer.body)?;
            let listed = message["result"]["tools"].as_array().map(Vec::len);
            if listed == Some(tools) {
                Ok(answer.body.len())
            } else {
                Err(format!("{listed:?} tools are listed").into())
            }
        };
        let (server, _) =
            HttpServer::start_until(command, "list", |server| listed(server).map(drop))?;
        let bytes = listed(&server)?;
        Ok(Self {
            server,
            tools,
            bytes,
            calls: Vec::new(),
        })
    }

    fn bytes_per_second(&self) -> impl Iterator<Item = f64> {
        self.calls.iter().map(|calls| calls * self.bytes as f64)
    }

    fn row(&self) -> String {
        let calls = median(self.calls.iter().copied());
        let rate = calls * self.bytes as f64 / 1e6;
        let (bytes, calls) = (grouped(self.bytes as f64), grouped(calls));
        format!("{} | {bytes} | {calls} | {rate:.0}", self.tools)
    }

    /// A text that only a complete list contains: the name of the last tool.
    fn mark(&self) -> String {
        format!("\"search_{:04}\"", self.tools - 1)
    }
}
