//! The time from the start of a process to its first answer, and its memory then.

use std::{process::Command, time::Duration};

use crate::{
    options::Options,
    rig::{Figure, HttpServer, Peer, Pipe, Result, Spread, Wanted, Workshop, table},
};

/// How often each is started.
const STARTS: u64 = 20;
/// How often Python is started, which takes seconds.
const PYTHON_STARTS: u64 = 4;

/// The time to the first answer, and the resident memory after it in KiB.
type First = (Duration, u64);

pub(crate) fn measure(options: &Options, workshop: &Workshop) -> Result<(Vec<Figure>, String)> {
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for (transport, peers, start) in [
        (
            "stdio",
            Peer::STDIO,
            over_stdio as fn(Command) -> Result<First>,
        ),
        ("HTTP", Peer::HTTP, over_http),
    ] {
        for peer in options.peers(peers) {
            let often = match peer {
                Peer::FastMcp => PYTHON_STARTS,
                _ => STARTS,
            };
            let often = options.scaled(often).max(1);
            let firsts = repeat(often, || start(peer.command(workshop)))?;
            rows.push(row(&peer.to_string(), transport, &firsts)?);
        }
        let firsts = repeat(options.scaled(STARTS), || start(workshop.program("hello")))?;
        rows.push(row("Toolwright, `hello`", transport, &firsts)?);
        if transport == "stdio" {
            figures.extend(of_hello(&firsts));
        }
    }
    let tables = table(
        "From the start of the process to its first answer",
        "server | transport | median ms | range ms | resident MiB",
        rows,
    );
    Ok((figures, tables))
}

fn over_stdio(command: Command) -> Result<First> {
    let (pipe, elapsed) = Pipe::start(command, "start stdio")?;
    let resident = pipe.process.resident()?;
    pipe.close()?;
    Ok((elapsed, resident))
}

fn over_http(command: Command) -> Result<First> {
    let (server, elapsed) = HttpServer::start(command, "start HTTP")?;
    Ok((elapsed, server.process.resident()?))
}

fn repeat(often: u64, start: impl Fn() -> Result<First>) -> Result<Vec<First>> {
    (0..often).map(|_| start()).collect()
}

fn milliseconds(firsts: &[First]) -> impl Iterator<Item = f64> {
    firsts
        .iter()
        .map(|(elapsed, _)| elapsed.as_secs_f64() * 1e3)
}

fn mebibytes(firsts: &[First]) -> impl Iterator<Item = f64> {
    firsts.iter().map(|(_, resident)| *resident as f64 / 1024.0)
}

fn of_hello(firsts: &[First]) -> [Figure; 2] {
    let what = "first answer of `hello` on stdio";
    let time = Figure::of(what, milliseconds(firsts), " ms", Wanted::AtMost(10.0));
    let what = "resident memory of `hello`";
    let memory = Figure::of(what, mebibytes(firsts), " MiB", Wanted::AtMost(12.0));
    [time, memory]
}

fn row(server: &str, transport: &str, firsts: &[First]) -> Result<String> {
    let time = Spread::of(milliseconds(firsts)).ok_or("nothing was started")?;
    let resident = Spread::of(mebibytes(firsts)).ok_or("nothing was started")?;
    eprintln!("start over {transport}: {server} {:.1} ms", time.median);
    Ok(format!(
        "{server} | {transport} | {:.1} | {:.1}–{:.1} | {:.1}",
        time.median, time.least, time.most, resident.median
    ))
}
