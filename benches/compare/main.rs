//! Compares Toolwright with its peers, by turns in one run: the limit without MCP, bare rmcp and
//! Python FastMCP.
//!
//! `cargo bench --bench compare`; `-- --help` lists the options. A full run writes
//! `benches/RESULTS.md`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod access;
mod calls;
mod hidden;
mod http;
mod list;
mod memory;
mod options;
mod overhead;
mod ratios;
mod report;
#[path = "../rig/mod.rs"]
mod rig;
#[path = "../../tests/it/harness/signer.rs"]
#[expect(
    dead_code,
    clippy::unwrap_used,
    reason = "the tests use more of it, and fail where it does"
)]
mod signer;
mod start;
mod stdio;
mod wrk;

use clap::Parser as _;

use self::{
    calls::Calls,
    options::{Options, Part},
    rig::{FIGURES, Figure, Result, Workshop, table},
};

fn main() -> Result<()> {
    let options = Options::parse();
    let mut workshop = match options.has_peers() {
        true => Workshop::build()?,
        false => Workshop::new()?,
    };
    if let Some(before) = options.before() {
        workshop = workshop.with_before(before.canonicalize()?);
    }
    rig::need("wrk", "wrk")?;
    if options.has_peers() && options.with_fastmcp() {
        workshop.install_fastmcp()?;
    }
    // Described first: the sources may change while this runs, the built programs do not.
    let head = format!(
        "## Compared\n\n{}{}",
        rig::describe_machine(),
        options.describe()
    );
    let report = head + &measure(&options, &workshop)?;
    println!("{report}");
    if options.is_full() {
        rig::write_section("compare", &report)?;
    }
    Ok(())
}

/// Measures a part: the figures to reach, and the tables.
type Measure = fn(&Options, &Workshop) -> Result<(Vec<Figure>, String)>;

/// Measures all parts; returns the figures to reach and the tables.
fn measure(options: &Options, workshop: &Workshop) -> Result<String> {
    let mut calls = Calls::default();
    if options.includes(Part::Http) {
        http::measure(options, workshop, &mut calls)?;
    }
    if options.includes(Part::Stdio) {
        stdio::measure(options, workshop, &mut calls)?;
    }
    let measure = |part, measure: Measure| match options.includes(part) {
        true => measure(options, workshop),
        false => Ok(Default::default()),
    };
    let start = measure(Part::Start, start::measure)?;
    let list = measure(Part::List, list::measure)?;
    let memory = measure(Part::Memory, memory::measure)?;
    let access = measure(Part::Access, access::measure)?;
    let hidden = measure(Part::Hidden, hidden::measure)?;
    let figures = [
        ratios::figures(&calls),
        list.0,
        memory.0,
        start.0,
        access.0,
        hidden.0,
    ];
    let rows = figures.iter().flatten().map(Figure::row);
    Ok([
        table("The figures to reach", FIGURES, rows),
        report::calls(&calls),
        report::footprints(&calls),
        memory.1,
        start.1,
        list.1,
        access.1,
    ]
    .concat())
}
