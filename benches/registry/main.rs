//! Measures a registry with 10,000 tools, compared with the tools that are compiled in.
//!
//! `cargo bench --bench registry` writes its section of `benches/RESULTS.md`; with `-- --quick` it
//! takes one round and writes nothing, and with `-- --finding` it measures `find_tools` alone and writes nothing.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod calls;
mod changes;
mod commands;
mod finding;
mod lists;
mod lookups;
#[allow(dead_code, unused_imports, reason = "the data bench uses the rest")]
#[path = "../data/program.rs"]
mod program;
mod replicas;
#[allow(dead_code, unused_imports, reason = "the other benches use the rest")]
#[path = "../rig/mod.rs"]
mod rig;
mod schemas;
mod specs;
mod starts;

use std::env;

use self::rig::{FIGURES, Figure, Result, table};

const ROUNDS: usize = 7;

fn main() -> Result<()> {
    let is_quick = env::args().any(|word| word == "--quick");
    let rounds = if is_quick { 1 } else { ROUNDS };
    let machine = rig::describe_machine();
    if env::args().any(|word| word == "--finding") {
        let runtime = tokio::runtime::Runtime::new()?;
        let figures = runtime.block_on(finding::measure(rounds))?;
        println!("{}", report(&machine, &figures));
        return Ok(());
    }
    let mut figures = starts::measure(rounds)?;
    figures.extend(commands::measure(rounds)?);
    figures.extend(schemas::measure(rounds)?);
    figures.extend(lookups::measure(rounds, is_quick)?);
    figures.extend(replicas::measure(rounds)?);
    let runtime = tokio::runtime::Runtime::new()?;
    figures.extend(runtime.block_on(lists::measure(rounds))?);
    figures.extend(runtime.block_on(calls::measure(rounds))?);
    figures.extend(runtime.block_on(changes::measure(rounds))?);
    figures.extend(runtime.block_on(finding::measure(rounds))?);
    let report = report(&machine, &figures);
    println!("{report}");
    match is_quick {
        true => Ok(()),
        false => rig::write_section("registry", &report),
    }
}

fn report(machine: &str, figures: &[Figure]) -> String {
    let figures = table("", FIGURES, figures.iter().map(Figure::row));
    format!(
        "## Registry\n\n{machine}- Command: `cargo bench --bench registry`\n\n\
         A `tools.json` with 10,000 tools. Calls, lists and changes go through the whole governed server in memory (policy, checks, \
         limits, a record on disk), by turns. Look-ups and the four servers are over HTTP, on this machine.\n{figures}"
    )
}
