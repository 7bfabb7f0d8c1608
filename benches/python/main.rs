//! Compares a `python` tool with the same function served by Python FastMCP, over HTTP, by turns in
//! one run.
//!
//! `cargo bench --bench python` writes its section of `benches/RESULTS.md`; with `-- --quick` it
//! takes one short round and writes nothing. FastMCP is installed with pip. `PYTHON` names another
//! Python than `python3`, for both.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod load;
#[allow(dead_code, unused_imports, reason = "the data bench uses the rest")]
#[path = "../data/program.rs"]
mod program;
#[allow(dead_code, unused_imports, reason = "the other benches use the rest")]
#[path = "../rig/mod.rs"]
mod rig;

use std::{env, fs, path::PathBuf, time::Duration};

use serde_json::json;

use self::{
    load::{Load, Sample},
    rig::{
        Era, FIGURES, Figure, HttpServer, Peer, Request, Result, Wanted, Workload, Workshop, table,
    },
};

const ROUNDS: usize = 5;
const TURN: Duration = Duration::from_secs(3);
const CONNECTIONS: [usize; 2] = [1, 8];

const SCRIPT: &str = "def add(a: int, b: int) -> int:\n    return a + b\n";

fn main() -> Result<()> {
    let is_quick = env::args().any(|word| word == "--quick");
    let (rounds, turn) = match is_quick {
        true => (1, Duration::from_secs(1)),
        false => (ROUNDS, TURN),
    };
    let workshop = Workshop::new()?;
    workshop.install_fastmcp()?;
    let machine = rig::describe_machine();
    let ours = toolwright(&registry()?)?;
    let (theirs, _) = HttpServer::start(Peer::FastMcp.command(&workshop), "python FastMCP")?;
    let servers = [("python tool", &ours), ("FastMCP", &theirs)];
    let mut figures = Vec::new();
    for connections in CONNECTIONS {
        let mut samples: [Vec<Sample>; 2] = Default::default();
        for (_, server) in servers {
            // Workers are started, and code is loaded.
            Load::of(server, connections).run(Duration::from_secs(2))?;
        }
        for round in 0..rounds {
            for (index, (name, server)) in servers.iter().enumerate() {
                let sample = Load::of(server, connections).run(turn)?;
                let rate = sample.calls_per_second;
                eprintln!(
                    "{connections} connections, round {}: {name:11} {rate:8.0} calls/s",
                    round + 1
                );
                samples[index].push(sample);
            }
        }
        figures.extend(compared(connections, &samples));
    }
    ours.process.stop()?;
    theirs.process.stop()?;
    let report = report(&machine, &figures);
    println!("{report}");
    match is_quick {
        true => Ok(()),
        false => rig::write_section("python", &report),
    }
}

/// Writes a registry with the function as a tool.
fn registry() -> Result<PathBuf> {
    let folder = rig::scratch()?.join("python-registry");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("tools"))?;
    fs::write(folder.join("tools/add.py"), SCRIPT)?;
    let tool = json!({
        "name": "add", "type": "python", "description": "Add two numbers.",
        "config": {"script": "add.py", "function": "add"}, "parallel_capable": true,
    });
    fs::write(
        folder.join("tools.json"),
        json!({"tools": [tool]}).to_string(),
    )?;
    Ok(folder)
}

/// Starts the server, with a record of every call.
fn toolwright(registry: &PathBuf) -> Result<HttpServer> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let folder = rig::scratch()?.join("python-data");
    let _ = fs::remove_dir_all(&folder);
    let mut command = program::toolwright(&folder);
    command
        .env("TOOLWRIGHT_REGISTRY_DIR", registry)
        .env("TOOLWRIGHT_PYTHON", python)
        .env("PATH", env::var_os("PATH").unwrap_or_default());
    let client = rig::HttpClient::new()?;
    let request = Request::call(Era::Modern, Workload::Small);
    let (server, _) = HttpServer::start_until(command, "python tool", |server| {
        let answer = client.post(&server.url(), &request, None)?;
        rig::check(&answer.body, Workload::Small)
    })?;
    Ok(server)
}

fn compared(connections: usize, [ours, theirs]: &[Vec<Sample>; 2]) -> Vec<Figure> {
    let pairs = ours.iter().zip(theirs);
    let ratios = pairs.map(|(ours, theirs)| ours.calls_per_second / theirs.calls_per_second);
    let wanted = (connections > 1).then_some(Wanted::AtLeast(5.0));
    let mut figures = vec![Figure::of(
        format!("calls/s of a `python` tool over those of FastMCP, {connections} connections"),
        ratios,
        "",
        wanted,
    )];
    if connections == 1 {
        let times = ours.iter().map(|sample| sample.p50);
        let what = "a call of a `python` tool over HTTP, p50";
        figures.push(Figure::of(what, times, " ms", Wanted::AtMost(1.0)));
    }
    figures
}

fn report(machine: &str, figures: &[Figure]) -> String {
    let figures = table("", FIGURES, figures.iter().map(Figure::row));
    format!(
        "## Python functions\n\n{machine}- Command: `cargo bench --bench python`\n\n\
         The same function, `add(a, b)`, over HTTP: as a `python` tool of the governed server (policy, checks, limits, a record on \
         disk), and served by Python FastMCP, by turns.\n{figures}"
    )
}
