//! Instructions a call, counted by callgrind. They are the same on a busy machine, so that
//! regressions show.
//!
//! The real servers run under valgrind, with one worker thread, and answer calls one after the
//! other. Each is run twice, with few and with many calls; the difference excludes starting and
//! stopping.
//!
//! `cargo bench --bench instructions` leaves the profiles in `target/bench-scratch`, for
//! `callgrind_annotate`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its results, and how far it is"
)]

mod count;
#[allow(dead_code, unused_imports, reason = "the other bench uses the rest")]
#[path = "../rig/mod.rs"]
mod rig;

use std::path::PathBuf;

use clap::Parser;

use self::{
    count::{Path, count},
    rig::{Peer, Result, Workload, Workshop},
};

/// Counts the instructions of a call.
#[derive(Debug, Parser)]
#[command(name = "cargo bench --bench instructions --")]
struct Options {
    /// A folder with the programs of benches/peers as an earlier commit builds them, which are
    /// counted too; the file of results stays as it is
    #[arg(long, value_name = "FOLDER")]
    before: Option<PathBuf>,
    /// Cargo says this to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let mut workshop = Workshop::build()?;
    let mut peers = vec![Peer::BareRmcp, Peer::Toolwright];
    if let Some(before) = &options.before {
        workshop = workshop.with_before(before.canonicalize()?);
        peers.push(Peer::Before);
    }
    rig::need("valgrind", "valgrind")?;
    // Described first: the sources may change while this runs, the built programs do not.
    let machine = rig::describe_machine();
    let mut rows = String::new();
    for path in Path::ALL {
        let counted = count_peers(path, &peers, &workshop)?;
        for (peer, instructions) in &counted {
            let ratio = *instructions as f64 / counted[0].1 as f64;
            rows += &format!("| {path} | {peer} | {instructions} | {ratio:.2} |\n");
        }
    }
    let report = format!(
        "## Instructions a call\n\n{machine}- Command: `cargo bench --bench instructions`\n\n\
         One connection, one worker thread; what the kernel does is not counted.\n\n\
         | call | server | instructions | ÷ limit |\n|---|---|---|---|\n{rows}"
    );
    println!("{report}");
    if options.before.is_none() {
        rig::write_section("instructions", &report)?;
    }
    Ok(())
}

/// Counts the instructions a call on this path; the limit comes first.
fn count_peers(path: Path, peers: &[Peer], workshop: &Workshop) -> Result<Vec<(Peer, i64)>> {
    let limit = if path == Path::Stdio {
        Peer::LineLoop
    } else {
        Peer::AxumLimit
    };
    let mut counted = Vec::new();
    for peer in [limit].into_iter().chain(peers.iter().copied()) {
        let instructions = count(peer, path, workshop)?;
        eprintln!("{path}, {peer}: {instructions} instructions a call");
        counted.push((peer, instructions));
    }
    Ok(counted)
}

impl Path {
    const ALL: [Self; 5] = [
        Self::Modern(Workload::Small),
        Self::Modern(Workload::Argument),
        Self::Modern(Workload::Rows),
        Self::Legacy,
        Self::Stdio,
    ];
}
