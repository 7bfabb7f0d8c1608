//! Toolwright beside its peers, in one run and by turns: the limit without MCP, bare rmcp and Python FastMCP.
//!
//! `cargo bench --bench compare`; `-- --help` lists the options. A full run writes `benches/RESULTS.md`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod findings;
mod http;
mod list;
mod memory;
mod options;
mod report;
#[path = "../rig/mod.rs"]
mod rig;
mod start;
mod starts;
mod stdio;
mod target;
mod wrk;

use clap::Parser as _;

use self::{
    findings::Findings,
    options::{Options, Part},
    rig::{Result, Workshop},
};

fn main() -> Result<()> {
    let options = Options::parse();
    let workshop = Workshop::build()?;
    wrk::need()?;
    if options.with_fastmcp() {
        workshop.install_fastmcp()?;
    }
    // The sources may change while this runs; what was built does not.
    let machine = rig::describe_machine();
    let findings = measure(&options, &workshop)?;
    let report = report::write(&machine, &findings, &options);
    println!("{report}");
    if options.is_full() {
        rig::write_section("compare", &report)?;
    }
    Ok(())
}

fn measure(options: &Options, workshop: &Workshop) -> Result<Findings> {
    let mut findings = Findings::default();
    if options.includes(Part::Http) {
        http::measure(options, workshop, &mut findings)?;
    }
    if options.includes(Part::Stdio) {
        stdio::measure(options, workshop, &mut findings)?;
    }
    if options.includes(Part::Start) {
        findings.starts = start::measure(options, workshop)?;
    }
    if options.includes(Part::List) {
        findings.lists = list::measure(options, workshop)?;
    }
    if options.includes(Part::Memory) {
        findings.growths = memory::measure_growth(options, workshop)?;
        findings.sessions = memory::measure_sessions(options, workshop)?;
    }
    Ok(findings)
}
