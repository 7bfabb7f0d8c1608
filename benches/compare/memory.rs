//! The memory that stays after many calls, and that of an idle session.

use std::{thread, time::Duration};

use crate::{
    options::Options,
    rig::{
        self, Era, Figure, HttpClient, HttpServer, Peer, Request, Result, Wanted, Workload,
        Workshop, grouped, mebibytes, table,
    },
    wrk::Load,
};

const CALLS: u64 = 1_000_000;
const SESSIONS: u64 = 2_000;
const CONNECTIONS: usize = 32;
/// One turn of the calls.
const TURN: Duration = Duration::from_secs(5);
/// How long a server may take to free the memory of a load.
const SETTLE: Duration = Duration::from_secs(2);

pub(crate) fn measure(options: &Options, workshop: &Workshop) -> Result<(Vec<Figure>, String)> {
    let (mut figures, mut growths, mut sessions) = (Vec::new(), Vec::new(), Vec::new());
    // FastMCP would take an hour for a million calls.
    for peer in [Peer::AxumLimit, Peer::BareRmcp, Peer::Toolwright] {
        let (row, figure) = grow(peer, options, workshop)?;
        growths.push(row);
        figures.extend((peer == Peer::Toolwright).then_some(figure));
    }
    for peer in options.peers([Peer::BareRmcp, Peer::Toolwright, Peer::FastMcp]) {
        let (row, figure) = idle_sessions(peer, options, workshop)?;
        sessions.push(row);
        figures.extend((peer == Peer::Toolwright).then_some(figure));
    }
    let growths = table(
        "Resident memory around many modern calls on 32 connections, MiB",
        "server | calls | warm | after | after idling | idling − warm",
        growths,
    );
    let sessions = table(
        "Idle legacy sessions: a handshake, one call, and silence; MiB",
        "server | sessions | before | after | each",
        sessions,
    );
    Ok((figures, growths + &sessions))
}

/// Many calls: a row of the table, and the figure to reach.
fn grow(peer: Peer, options: &Options, workshop: &Workshop) -> Result<(String, Figure)> {
    let (server, _) = HttpServer::start(peer.command(workshop), &format!("growth {peer}"))?;
    let load = Load {
        server: &server,
        request: &Request::call(Era::Modern, Workload::Small),
        connections: CONNECTIONS,
        sessions: &[],
        credentials: None,
    };
    // The first calls allocate what stays for good, such as the heaps of threads.
    let answer = load.verify(Workload::Small.mark())?.answer();
    thread::sleep(SETTLE);
    let before = server.process.resident()?;
    let mut calls = 0;
    while calls < options.scaled(CALLS) {
        calls += load.measure(TURN.min(options.turn() * 4), answer)?.requests;
        eprintln!("memory, {peer}: {calls} calls");
    }
    let after = server.process.resident()?;
    thread::sleep(options.idle());
    let idle = server.process.resident()?;
    let grown = idle.cast_signed() - before.cast_signed();
    let what = format!("memory after {calls} modern calls − before");
    let figure = Figure::of(what, [grown as f64], " KiB", Wanted::AtMost(1024.0));
    let [before, after, idle] = [before, after, idle].map(mebibytes);
    let calls = grouped(calls as f64);
    let row = format!("{peer} | {calls} | {before} | {after} | {idle} | {grown} KiB");
    Ok((row, figure))
}

/// Sessions of clients that shook hands, called once and fell silent.
fn idle_sessions(peer: Peer, options: &Options, workshop: &Workshop) -> Result<(String, Figure)> {
    let (server, _) = HttpServer::start(peer.command(workshop), &format!("sessions {peer}"))?;
    let client = HttpClient::new()?;
    let count = options.scaled(SESSIONS);
    for session in open(&server, &client, count / 10)? {
        client.close_session(&server.url(), &session)?;
    }
    thread::sleep(SETTLE);
    let before = server.process.resident()?;
    open(&server, &client, count)?;
    thread::sleep(SETTLE);
    let after = server.process.resident()?;
    let each = (after as f64 - before as f64) / count as f64;
    eprintln!("sessions, {peer}: {each:.1} KiB each");
    let figure = Figure::of(
        "an idle legacy session",
        [each],
        " KiB",
        Wanted::AtMost(5.0),
    );
    let [before, after] = [before, after].map(mebibytes);
    let row = format!("{peer} | {count} | {before} | {after} | {each:.1} KiB");
    Ok((row, figure))
}

fn open(server: &HttpServer, client: &HttpClient, count: u64) -> Result<Vec<String>> {
    let request = Request::call(Era::Legacy, Workload::Small);
    let open = |_| {
        let session = client.open_session(&server.url())?;
        let answer = client.post(&server.url(), &request, Some(&session))?;
        rig::check(&answer.body, Workload::Small)?;
        Ok(session)
    };
    (0..count).map(open).collect()
}
