//! Calls over standard input and output, one at a time and many at once. This process is the
//! client.

use std::time::{Duration, Instant};

use crate::{
    calls::{Calls, Measurement, Sample, Traffic},
    options::{Options, turns},
    rig::{self, Era, FIRST_ID, Peer, Pipe, Request, Result, Workload, Workshop},
};

const IN_FLIGHT: [usize; 2] = [1, 64];
/// One of so many answers is checked in every detail.
const SAMPLED: u64 = 512;

/// A peer at the other end of a pipe.
struct Host {
    peer: Peer,
    pipe: Pipe,
    started: u64,
    samples: Vec<Sample>,
}

/// One turn of calls.
struct Turn<'a> {
    pipe: &'a mut Pipe,
    workload: Workload,
    before: Vec<u8>,
    after: Vec<u8>,
    /// The length of a correct answer. All have the same, because their ids have.
    answer: Option<usize>,
    sent: Vec<Instant>,
    latencies: Vec<f64>,
}

pub(crate) fn measure(options: &Options, workshop: &Workshop, calls: &mut Calls) -> Result<()> {
    let mut hosts = Vec::new();
    for peer in options.peers(Peer::STDIO) {
        hosts.push(Host::start(peer, workshop)?);
    }
    for workload in Workload::ALL {
        for in_flight in IN_FLIGHT {
            for round in 0..options.rounds() {
                let part = turns(&mut hosts, round).filter(|host| host.peer.takes(workload));
                for host in part {
                    host.take_turn(workload, in_flight, options.turn())?;
                }
            }
            let part = hosts.iter_mut().filter(|host| host.peer.takes(workload));
            calls.measurements.extend(part.map(|host| Measurement {
                traffic: Traffic::Stdio { in_flight },
                workload,
                peer: host.peer,
                samples: std::mem::take(&mut host.samples),
            }));
        }
    }
    let servers = hosts.iter();
    let servers = servers.map(|host| (host.peer, host.started, &host.pipe.process));
    calls.weigh("stdio", options, servers)?;
    hosts.into_iter().try_for_each(|host| host.pipe.close())
}

impl Host {
    fn start(peer: Peer, workshop: &Workshop) -> Result<Self> {
        let (pipe, _) = Pipe::start(peer.command(workshop), &format!("stdio {peer}"))?;
        let started = pipe.process.resident()?;
        Ok(Self {
            peer,
            pipe,
            started,
            samples: Vec::new(),
        })
    }

    fn take_turn(
        &mut self,
        workload: Workload,
        in_flight: usize,
        duration: Duration,
    ) -> Result<()> {
        let turn = Turn::new(&mut self.pipe, workload);
        let sample = turn
            .run(in_flight, duration)
            .map_err(|error| format!("{}: {error}", self.peer))?;
        eprintln!(
            "stdio, {workload}, {in_flight} in flight, round {}: {:10} {:8.0} calls/s, p50 {:.0} µs",
            self.samples.len() + 1,
            self.peer,
            sample.calls_per_second,
            sample.p50
        );
        self.samples.push(sample);
        Ok(())
    }
}

impl<'a> Turn<'a> {
    fn new(pipe: &'a mut Pipe, workload: Workload) -> Self {
        let (before, after) = Request::call(Era::Modern, workload).around_id();
        Self {
            pipe,
            workload,
            before: before.into(),
            after: (after + "\n").into(),
            answer: None,
            sent: Vec::new(),
            latencies: Vec::new(),
        }
    }

    /// Keeps `in_flight` calls running. Each answer is followed by another call.
    fn run(mut self, in_flight: usize, duration: Duration) -> Result<Sample> {
        let started = Instant::now();
        let before = self.pipe.process.processor_time()?;
        self.send(in_flight)?;
        while started.elapsed() < duration {
            let mut answers = 0;
            while answers == 0 || self.pipe.has_line() {
                self.receive()?;
                answers += 1;
            }
            self.send(answers)?;
        }
        let elapsed = started.elapsed();
        let latencies = std::mem::take(&mut self.latencies);
        for _ in 0..in_flight {
            self.receive()?;
        }
        let processor = self.pipe.process.processor_time()? - before;
        Ok(Sample::of(latencies, elapsed, processor))
    }

    fn send(&mut self, calls: usize) -> Result<()> {
        let mut lines = Vec::with_capacity(calls * (self.before.len() + self.after.len() + 8));
        for _ in 0..calls {
            let id = FIRST_ID + self.sent.len() as u64;
            lines.extend_from_slice(&self.before);
            lines.extend_from_slice(id.to_string().as_bytes());
            lines.extend_from_slice(&self.after);
            self.sent.push(Instant::now());
        }
        self.pipe.write(&lines)
    }

    fn receive(&mut self) -> Result<()> {
        self.pipe.read()?;
        let number = self.pipe.id()? - FIRST_ID;
        let sent = self
            .sent
            .get(usize::try_from(number)?)
            .ok_or("an answer without a call")?;
        self.latencies.push(sent.elapsed().as_secs_f64() * 1e6);
        let line = self.pipe.line();
        if number.is_multiple_of(SAMPLED) {
            rig::check(line, self.workload)?;
            self.answer = Some(line.len());
        }
        if self.answer.is_some_and(|length| length != line.len()) {
            return Err(format!("a wrong answer: {}", String::from_utf8_lossy(line)).into());
        }
        Ok(())
    }
}
