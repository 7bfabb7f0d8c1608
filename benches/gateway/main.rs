//! Calls through the gateway beside direct ones, and beside FastMCP's proxy and mcp-proxy; the client
//! beside that of rmcp. All by turns in one run. Then the start with 200 other servers.
//!
//! `cargo bench --bench gateway` writes its section of `benches/RESULTS.md`; with `-- --quick` it takes one
//! short round and writes nothing. The peers of Python are installed with pip; one that cannot be installed is
//! left out. `PYTHON` names another Python than `python3`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod clients;
mod load;
mod many;
mod path;
#[allow(dead_code, unused_imports, reason = "the other benches use the rest")]
#[path = "../rig/mod.rs"]
mod rig;

use std::{env, time::Duration};

use self::{
    load::{Load, Sample},
    path::{Line, Path, Peers, Proxy},
    rig::{FIGURES, Figure, Result, Wanted, Workshop, table},
};

/// Callers at once, where throughput is measured.
const MANY: usize = 32;

const HELP: &str = "\
Usage: cargo bench --bench gateway [-- --quick]

Measures calls through the gateway beside direct ones and beside other proxies, the client beside that of rmcp, and the
start with 200 other servers, and writes the section of benches/RESULTS.md. --quick takes one short round and writes nothing.";

/// How often and how long everything is measured.
#[derive(Clone, Copy)]
struct Pace {
    rounds: usize,
    turn: Duration,
}

/// A path, and what was measured on it: one caller, and many.
struct Measured {
    path: Path,
    one: Vec<Sample>,
    many: Vec<Sample>,
}

fn main() -> Result<()> {
    if env::args().any(|word| word == "--help") {
        println!("{HELP}");
        return Ok(());
    }
    let is_quick = env::args().any(|word| word == "--quick");
    let pace = match is_quick {
        true => Pace {
            rounds: 1,
            turn: Duration::from_secs(1),
        },
        false => Pace {
            rounds: 5,
            turn: Duration::from_secs(2),
        },
    };
    let workshop = Workshop::build()?;
    let machine = rig::describe_machine();
    let peers = Peers::install(&workshop);
    let runtime = tokio::runtime::Runtime::new()?;
    let measured = runtime.block_on(measure(&peers, pace))?;
    let mut figures = compared(&measured);
    figures.extend(clients::measure(&peers, pace)?);
    let (starts, many) = many::measure(&peers, pace.rounds)?;
    figures.extend(starts);
    let report = report(&machine, &figures, &measured) + &many;
    println!("{report}");
    match is_quick {
        true => Ok(()),
        false => rig::write_section("gateway", &report),
    }
}

async fn measure(peers: &Peers<'_>, pace: Pace) -> Result<Vec<Measured>> {
    let mut loads = Vec::new();
    for path in peers.paths() {
        let load = Load::start(peers, path).await;
        let load = load.map_err(|error| format!("{path}: {error}"))?;
        // Connections are opened, and code is loaded.
        load.run(MANY, Duration::from_secs(1)).await?;
        let measured = Measured {
            path,
            one: Vec::new(),
            many: Vec::new(),
        };
        loads.push((load, measured));
    }
    for round in 0..pace.rounds {
        // Each round begins with another.
        loads.rotate_left(usize::from(round > 0));
        for (load, measured) in &mut loads {
            measured.one.push(load.run(1, pace.turn).await?);
            measured.many.push(load.run(MANY, pace.turn).await?);
            let path = measured.path;
            let (one, many) = (&measured.one[round], &measured.many[round]);
            eprintln!(
                "round {}: {path}: p50 {:.0} µs, {:.0} calls/s with {MANY} callers",
                round + 1,
                one.p50,
                many.rate
            );
        }
    }
    Ok(loads.into_iter().map(|(_, measured)| measured).collect())
}

/// Returns the figures: what a call costs more than a direct one, and throughput beside FastMCP's proxy.
fn compared(all: &[Measured]) -> Vec<Figure> {
    let find = |proxy, front, upstream| {
        let path = Path {
            proxy,
            front,
            upstream,
        };
        all.iter().find(|measured| measured.path == path)
    };
    let mut figures = Vec::new();
    for measured in all.iter().filter(|it| it.path.proxy != Proxy::None) {
        let path = measured.path;
        let Some(direct) = find(Proxy::None, path.front, path.front) else {
            continue;
        };
        let rounds = measured.one.iter().zip(&direct.one);
        let added = rounds.map(|(through, direct)| through.p50 - direct.p50);
        let wanted = match (path.proxy, path.front, path.upstream) {
            (Proxy::Toolwright, Line::Stdio, Line::Stdio) => Some(Wanted::AtMost(150.0)),
            (Proxy::Toolwright, Line::Http, Line::Http) => Some(Wanted::AtMost(250.0)),
            _ => None,
        };
        figures.push(Figure::of(
            format!("added to a call, p50: {path}"),
            added,
            " µs",
            wanted,
        ));
    }
    for line in [Line::Http, Line::Stdio] {
        let ours = find(Proxy::Toolwright, line, line);
        let theirs = find(Proxy::FastMcp, line, line);
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            let rounds = ours.many.iter().zip(&theirs.many);
            figures.push(Figure::of(
                format!("calls/s over those of FastMCP's proxy, {MANY} callers, {line}"),
                rounds.map(|(ours, theirs)| ours.rate / theirs.rate),
                "",
                Wanted::AtLeast(3.0),
            ));
        }
    }
    figures
}

fn report(machine: &str, figures: &[Figure], measured: &[Measured]) -> String {
    let figures = table("", FIGURES, figures.iter().map(Figure::row));
    let rows = measured.iter().map(|measured| {
        let p50 = rig::median(measured.one.iter().map(|sample| sample.p50));
        let rate = rig::median(measured.many.iter().map(|sample| sample.rate));
        format!("{} | {p50:.0} | {}", measured.path, rig::grouped(rate))
    });
    let paths = table("All paths", "path | p50, µs | calls/s, 32 callers", rows);
    format!(
        "## Through the gateway\n\n{machine}- Command: `cargo bench --bench gateway`\n\n\
         The tool `add` of a fast server, called directly and through `toolwright proxy` (policy, checks, limits, a record of every \
         call), FastMCP's proxy and mcp-proxy, with the same client; then the same server called with Toolwright's client and \
         with rmcp's.\n{figures}{paths}"
    )
}
