//! The first answer of a new process, and what it weighs then.

use std::{process::Command, time::Duration};

use crate::{
    findings::Start,
    options::Options,
    rig::{HttpServer, Peer, Pipe, Result, Spread, Workshop},
};

/// How often each is started.
const STARTS: u64 = 20;
/// How often Python is, which takes its time.
const PYTHON_STARTS: u64 = 4;

pub(crate) fn measure(options: &Options, workshop: &Workshop) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for peer in options.peers(Peer::STDIO) {
        let count = options.scaled(starts_of(peer)).max(1);
        let start = || over_stdio(peer.command(workshop));
        starts.push(repeat(peer.to_string(), "stdio", count, start)?);
    }
    let hello = || over_stdio(workshop.program("hello"));
    starts.push(repeat(
        "Toolwright, `hello`".into(),
        "stdio",
        options.scaled(STARTS),
        hello,
    )?);
    for peer in options.peers(Peer::HTTP) {
        let count = options.scaled(starts_of(peer)).max(1);
        let start = || over_http(peer.command(workshop));
        starts.push(repeat(peer.to_string(), "HTTP", count, start)?);
    }
    let hello = || over_http(workshop.program("hello"));
    starts.push(repeat(
        "Toolwright, `hello`".into(),
        "HTTP",
        options.scaled(STARTS),
        hello,
    )?);
    Ok(starts)
}

fn starts_of(peer: Peer) -> u64 {
    if peer == Peer::FastMcp {
        PYTHON_STARTS
    } else {
        STARTS
    }
}

/// The time to the first answer, and the resident memory after it in KiB.
type First = (Duration, u64);

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

fn repeat(
    server: String,
    transport: &'static str,
    count: u64,
    start: impl Fn() -> Result<First>,
) -> Result<Start> {
    let firsts = (0..count).map(|_| start()).collect::<Result<Vec<_>>>()?;
    let spread = |figure: fn(&First) -> f64| {
        Spread::of(firsts.iter().map(figure)).ok_or("nothing was started")
    };
    let found = Start {
        first_answer: spread(|(elapsed, _)| elapsed.as_secs_f64() * 1e3)?,
        resident: spread(|(_, resident)| *resident as f64)?,
        server,
        transport,
    };
    eprintln!(
        "start over {transport}: {} {:.1} ms",
        found.server, found.first_answer.median
    );
    Ok(found)
}
