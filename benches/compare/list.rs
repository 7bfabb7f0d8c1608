//! `tools/list` with few and with many tools.

use crate::{
    findings::List,
    options::{Options, turns},
    rig::{Era, HttpClient, HttpServer, Request, Result, Workshop},
    wrk::Load,
};

const TOOLS: [usize; 2] = [10, 1000];
const CONNECTIONS: usize = 8;

/// A server with this many tools.
struct Listed {
    server: HttpServer,
    list: List,
}

pub(crate) fn measure(options: &Options, workshop: &Workshop) -> Result<Vec<List>> {
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
            };
            let weight = load.verify(&listed.mark())?.answer();
            let sample = load.measure(options.turn(), weight)?.sample();
            eprintln!(
                "tools/list, {} tools: {:.0} calls/s",
                listed.list.tools, sample.calls_per_second
            );
            listed.list.samples.push(sample);
        }
    }
    let mut lists: Vec<List> = servers.into_iter().map(|listed| listed.list).collect();
    lists.sort_by_key(|list| list.tools);
    Ok(lists)
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
        let answer = listed(&server)?;
        let list = List {
            tools,
            answer,
            samples: Vec::new(),
        };
        Ok(Self { server, list })
    }

    /// What only a whole list has in it: the name of the last tool.
    fn mark(&self) -> String {
        format!("\"search_{:04}\"", self.list.tools - 1)
    }
}
