//! Calls over HTTP, in both eras, with few and many connections.

use crate::{
    calls::{Calls, Measurement, Traffic},
    options::{Options, turns},
    overhead,
    rig::{self, Era, HttpClient, HttpServer, Peer, Request, Result, Workload, Workshop},
    wrk::Load,
};

const CONNECTIONS: [usize; 3] = [1, 8, 32];
/// The scenario in which the governed server says how soon its tools start.
const WATCHED: (Traffic, Workload) = (
    Traffic::Http {
        era: Era::Modern,
        connections: 8,
    },
    Workload::Small,
);

/// A peer that listens.
struct Listening {
    peer: Peer,
    server: HttpServer,
    url: String,
    started: u64,
}

/// A peer that is ready for the calls of one scenario.
struct Ready<'a> {
    peer: &'a Listening,
    sessions: Vec<String>,
    /// The size of a correct answer.
    answer: f64,
    measurement: Measurement,
}

pub(crate) fn measure(options: &Options, workshop: &Workshop, calls: &mut Calls) -> Result<()> {
    let mut listening = Vec::new();
    for peer in options.peers(Peer::HTTP) {
        listening.push(Listening::start(peer, workshop)?);
    }
    for era in [Era::Modern, Era::Legacy] {
        for workload in Workload::ALL {
            for connections in CONNECTIONS {
                let traffic = Traffic::Http { era, connections };
                let governed = listening.iter().find(|peer| peer.peer == Peer::Governed);
                let watched = governed.filter(|_| (traffic, workload) == WATCHED);
                let before = watched
                    .map(|peer| overhead::starts(&peer.url))
                    .transpose()?;
                let found = take_turns(options, &listening, traffic, workload)?;
                calls.measurements.extend(found);
                if let (Some(peer), Some(before)) = (watched, before) {
                    calls.prompt_starts = Some(overhead::share_since(before, &peer.url)?);
                }
            }
        }
    }
    let servers = listening.iter();
    let servers = servers.map(|peer| (peer.peer, peer.started, &peer.server.process));
    calls.weigh("HTTP", options, servers)?;
    for peer in listening {
        peer.server.process.stop()?;
    }
    Ok(())
}

impl Listening {
    fn start(peer: Peer, workshop: &Workshop) -> Result<Self> {
        let (server, _) = HttpServer::start(peer.command(workshop), &format!("http {peer}"))?;
        let url = server.url();
        let started = server.process.resident()?;
        Ok(Self {
            peer,
            server,
            url,
            started,
        })
    }
}

/// All rounds of one scenario.
fn take_turns(
    options: &Options,
    peers: &[Listening],
    traffic: Traffic,
    workload: Workload,
) -> Result<Vec<Measurement>> {
    let Traffic::Http { era, connections } = traffic else {
        return Ok(Vec::new());
    };
    let client = HttpClient::new()?;
    let request = Request::call(era, workload);
    let mut ready = Vec::new();
    for peer in peers.iter().filter(|peer| peer.peer.takes(workload)) {
        ready.push(Ready::new(peer, &client, &request, (traffic, workload))?);
    }
    for round in 0..options.rounds() {
        for ready in turns(&mut ready, round) {
            let seen = ready
                .load(&request, connections)
                .measure(options.turn(), ready.answer)?;
            let sample = seen.sample();
            eprintln!(
                "HTTP {era}, {workload}, {connections} connections, round {}: {:10} {:8.0} calls/s",
                round + 1,
                ready.peer.peer,
                sample.calls_per_second
            );
            ready.measurement.samples.push(sample);
        }
    }
    ready
        .into_iter()
        .map(|ready| ready.finish(&client, &request))
        .collect()
}

impl<'a> Ready<'a> {
    /// Opens the sessions, and checks the answers.
    fn new(
        peer: &'a Listening,
        client: &HttpClient,
        request: &Request,
        (traffic, workload): (Traffic, Workload),
    ) -> Result<Self> {
        let (sessions, connections) = match traffic {
            Traffic::Http {
                era: Era::Legacy,
                connections,
            } if !peer.peer.is_limit() => (connections, connections),
            Traffic::Http { connections, .. } => (0, connections),
            Traffic::Stdio { .. } => (0, 0),
        };
        let sessions: Vec<String> = (0..sessions)
            .map(|_| client.open_session(&peer.url))
            .collect::<Result<_>>()?;
        let measurement = Measurement {
            traffic,
            workload,
            peer: peer.peer,
            samples: Vec::new(),
        };
        let mut ready = Self {
            peer,
            sessions,
            answer: 0.0,
            measurement,
        };
        ready.check(client, request)?;
        ready.answer = ready
            .load(request, connections)
            .verify(workload.mark())?
            .answer();
        Ok(ready)
    }

    fn load<'b>(&'b self, request: &'b Request, connections: usize) -> Load<'b> {
        Load {
            server: &self.peer.server,
            request,
            connections,
            sessions: &self.sessions,
            credentials: None,
        }
    }

    /// Checks one answer in every detail.
    fn check(&self, client: &HttpClient, request: &Request) -> Result<()> {
        let session = self.sessions.first().map(String::as_str);
        let answer = client.post(&self.peer.url, request, session)?;
        rig::check(&answer.body, self.measurement.workload)
    }

    fn finish(self, client: &HttpClient, request: &Request) -> Result<Measurement> {
        self.check(client, request)?;
        for session in &self.sessions {
            client.close_session(&self.peer.url, session)?;
        }
        Ok(self.measurement)
    }
}
