//! What stays after many calls, and what an idle session takes.

use std::{thread, time::Duration};

use crate::{
    findings::{Growth, Sessions},
    options::Options,
    rig::{self, Era, HttpClient, HttpServer, Peer, Request, Result, Workload, Workshop},
    wrk::Load,
};

const CALLS: u64 = 1_000_000;
const SESSIONS: u64 = 2_000;
const CONNECTIONS: usize = 32;
/// One turn of the calls.
const TURN: Duration = Duration::from_secs(5);
/// How long a server has to let go of what a load took.
const SETTLE: Duration = Duration::from_secs(2);

/// A million calls on each server but the one that would take an hour.
pub(crate) fn measure_growth(options: &Options, workshop: &Workshop) -> Result<Vec<Growth>> {
    let peers = [Peer::AxumLimit, Peer::BareRmcp, Peer::Toolwright];
    peers
        .into_iter()
        .map(|peer| grow(peer, options, workshop))
        .collect()
}

fn grow(peer: Peer, options: &Options, workshop: &Workshop) -> Result<Growth> {
    let (server, _) = HttpServer::start(peer.command(workshop), &format!("growth {peer}"))?;
    let load = Load {
        server: &server,
        request: &Request::call(Era::Modern, Workload::Small),
        connections: CONNECTIONS,
        sessions: &[],
    };
    // What the first calls take for good, threads' heaps for one, is not what every call leaves behind.
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
    Ok(Growth {
        peer,
        calls,
        before,
        after,
        idle,
    })
}

/// Sessions of clients that shook hands, called once and say nothing more.
pub(crate) fn measure_sessions(options: &Options, workshop: &Workshop) -> Result<Vec<Sessions>> {
    let peers = options.peers([Peer::BareRmcp, Peer::Toolwright, Peer::FastMcp]);
    peers
        .into_iter()
        .map(|peer| idle_sessions(peer, options, workshop))
        .collect()
}

fn idle_sessions(peer: Peer, options: &Options, workshop: &Workshop) -> Result<Sessions> {
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
    let found = Sessions {
        peer,
        count,
        before,
        after: server.process.resident()?,
    };
    eprintln!("sessions, {peer}: {:.1} KiB each", found.each());
    Ok(found)
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
