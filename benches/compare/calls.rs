//! The measured calls, and how servers compare in them.

use std::{thread, time::Duration};

use crate::{
    options::Options,
    rig::{Era, Peer, Process, Result, Workload, median, percentile},
};

/// The measurements of the parts `http` and `stdio`.
#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) footprints: Vec<Footprint>,
    /// The share of small governed calls on 8 connections whose tool started within 100 µs.
    pub(crate) prompt_starts: Option<f64>,
}

/// How the calls arrive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Traffic {
    Http { era: Era, connections: usize },
    Stdio { in_flight: usize },
}

/// One peer under one load, a sample a round.
pub(crate) struct Measurement {
    pub(crate) traffic: Traffic,
    pub(crate) workload: Workload,
    pub(crate) peer: Peer,
    pub(crate) samples: Vec<Sample>,
}

/// One turn. Times are in microseconds.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) calls_per_second: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// The server's processor time a call.
    pub(crate) processor: f64,
}

/// Resident memory around the load, in KiB: after the first answer, after the load, after idling.
pub(crate) struct Footprint {
    pub(crate) transport: &'static str,
    pub(crate) peer: Peer,
    pub(crate) resident: [u64; 3],
}

impl Traffic {
    pub(crate) const fn concurrency(self) -> usize {
        match self {
            Self::Http { connections, .. } => connections,
            Self::Stdio { in_flight } => in_flight,
        }
    }
}

impl Measurement {
    pub(crate) fn median(&self, figure: impl Fn(&Sample) -> f64) -> f64 {
        median(self.samples.iter().map(figure))
    }
}

impl Sample {
    /// From how long each call took, and the processor time of all.
    pub(crate) fn of(mut latencies: Vec<f64>, elapsed: Duration, processor: f64) -> Self {
        let calls = latencies.len() as f64;
        latencies.sort_by(f64::total_cmp);
        Self {
            calls_per_second: calls / elapsed.as_secs_f64(),
            processor: processor / calls,
            p50: percentile(&latencies, 50.0).unwrap_or(f64::NAN),
            p99: percentile(&latencies, 99.0).unwrap_or(f64::NAN),
        }
    }
}

impl Calls {
    fn find(&self, traffic: Traffic, workload: Workload, peer: Peer) -> Option<&Measurement> {
        self.measurements
            .iter()
            .find(|found| (found.traffic, found.workload, found.peer) == (traffic, workload, peer))
    }

    /// A figure of one peer over that of another, round by round.
    pub(crate) fn ratios(
        &self,
        (traffic, workload): (Traffic, Workload),
        (above, below): (Peer, Peer),
        figure: impl Fn(&Sample) -> f64,
    ) -> Option<Vec<f64>> {
        let above = self.find(traffic, workload, above)?;
        let below = self.find(traffic, workload, below)?;
        let pairs = above.samples.iter().zip(&below.samples);
        Some(
            pairs
                .map(|(above, below)| figure(above) / figure(below))
                .collect(),
        )
    }

    /// Reads the memory of servers after their load and after idling; `started` is what each had
    /// after its first answer.
    pub(crate) fn weigh<'a>(
        &mut self,
        transport: &'static str,
        options: &Options,
        servers: impl Iterator<Item = (Peer, u64, &'a Process)>,
    ) -> Result<()> {
        let first = self.footprints.len();
        let servers: Vec<_> = servers.collect();
        for (peer, started, process) in &servers {
            self.footprints.push(Footprint {
                transport,
                peer: *peer,
                resident: [*started, process.resident()?, 0],
            });
        }
        thread::sleep(options.idle());
        for (footprint, (_, _, process)) in self.footprints[first..].iter_mut().zip(&servers) {
            footprint.resident[2] = process.resident()?;
        }
        Ok(())
    }
}
