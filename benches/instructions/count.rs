//! Counts the instructions of one server, under callgrind.

use std::{fmt, fs, process::Command};

use crate::rig::{
    self, Era, HttpClient, HttpServer, Peer, Pipe, Request, Result, Workload, Workshop,
};

const FEW: i64 = 100;
const MANY: i64 = 600;

/// How calls reach the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Path {
    /// Over HTTP, on 2026-07-28.
    Modern(Workload),
    /// Over HTTP, in a session; small calls.
    Legacy,
    /// Over standard input and output; small calls.
    Stdio,
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Modern(workload) => write!(f, "HTTP, {}, {workload}", Era::Modern),
            Self::Legacy => write!(f, "HTTP, {}, {}", Era::Legacy, Workload::Small),
            Self::Stdio => write!(f, "stdio, {}, {}", Era::Modern, Workload::Small),
        }
    }
}

/// Counts the instructions of one call.
pub(crate) fn count(peer: Peer, path: Path, workshop: &Workshop) -> Result<i64> {
    let few = total(peer, path, workshop, FEW)?;
    let many = total(peer, path, workshop, MANY)?;
    Ok((many - few) / (MANY - FEW))
}

/// Counts the instructions of a whole run with this many calls.
fn total(peer: Peer, path: Path, workshop: &Workshop, calls: i64) -> Result<i64> {
    let profile =
        rig::scratch()?.join(format!("callgrind {peer} {path} {calls}").replace([' ', ','], "_"));
    let command = under_callgrind(&peer.command(workshop), &profile);
    match path {
        Path::Modern(workload) => call_http(
            command,
            &Request::call(Era::Modern, workload),
            workload,
            calls,
            false,
        )?,
        Path::Legacy => {
            let request = Request::call(Era::Legacy, Workload::Small);
            call_http(command, &request, Workload::Small, calls, !peer.is_limit())?;
        }
        Path::Stdio => call_pipe(command, calls)?,
    }
    let text = fs::read_to_string(&profile)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    Ok(total.ok_or("callgrind wrote no total")?.trim().parse()?)
}

fn under_callgrind(program: &Command, profile: &std::path::Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(program.get_program())
        .args(program.get_args())
        .env("TOKIO_WORKER_THREADS", "1");
    command
}

fn call_http(
    command: Command,
    request: &Request,
    workload: Workload,
    calls: i64,
    in_session: bool,
) -> Result<()> {
    let (server, _) = HttpServer::start(command, "callgrind")?;
    let client = HttpClient::new()?;
    let session = in_session
        .then(|| client.open_session(&server.url()))
        .transpose()?;
    for _ in 0..calls {
        let answer = client.post(&server.url(), request, session.as_deref())?;
        rig::check(&answer.body, workload)?;
    }
    server.process.stop()
}

fn call_pipe(command: Command, calls: i64) -> Result<()> {
    let (mut pipe, _) = Pipe::start(command, "callgrind")?;
    let line = Request::call(Era::Modern, Workload::Small).body() + "\n";
    for _ in 0..calls {
        pipe.write(line.as_bytes())?;
        pipe.read()?;
        rig::check(pipe.line(), Workload::Small)?;
    }
    pipe.close()
}
