//! Compares the data tools with the bare drivers and HTTP calls that they use, by turns in one run.
//!
//! `cargo bench --bench data` writes its section of `benches/RESULTS.md`. With the names of parts
//! (`-- database similarity cells starts`) it only measures those. PostgreSQL is that of the
//! machine, or the one inside of the binary; ChromaDB is the one that `tests/run` installs.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod cells;
mod cluster;
mod database;
mod departures;
mod program;
#[allow(dead_code, unused_imports, reason = "the other benches use the rest")]
#[path = "../rig/mod.rs"]
mod rig;
mod similarity;
mod starts;

use self::rig::{FIGURES, Figure, Result, table};

fn main() -> Result<()> {
    // It fails if a provider is already installed.
    let _ = rustls_graviola::default_provider().install_default();
    let machine = rig::describe_machine();
    let runtime = tokio::runtime::Runtime::new()?;
    // `cargo bench` adds arguments that begin with a dash.
    let words = std::env::args().skip(1);
    let parts: Vec<String> = words.filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    let mut figures = Vec::new();
    if is_wanted("database") {
        figures.extend(runtime.block_on(database::measure())?);
    }
    if is_wanted("similarity") {
        figures.extend(runtime.block_on(similarity::measure())?);
    }
    if is_wanted("cells") {
        figures.extend(runtime.block_on(cells::measure())?);
    }
    if is_wanted("starts") {
        figures.extend(starts::measure()?);
    }
    let report = report(&machine, &figures);
    println!("{report}");
    match parts.is_empty() {
        true => rig::write_section("data", &report),
        false => Ok(()),
    }
}

fn report(machine: &str, figures: &[Figure]) -> String {
    let figures = table("", FIGURES, figures.iter().map(Figure::row));
    format!(
        "## Data tools\n\n{machine}- Command: `cargo bench --bench data`\n\n\
         The tools are called through the whole governed server in memory (policy, checks, limits, a record on disk), the bare calls \
         through the driver or the HTTP client alone, by turns.\n{figures}"
    )
}
