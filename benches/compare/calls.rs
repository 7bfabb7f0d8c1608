//! What was measured.

use std::time::Duration;

use crate::rig::{Era, Peer, Spread, Workload};

/// Everything that was measured.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) footprints: Vec<Footprint>,
    pub(crate) starts: Vec<Start>,
    pub(crate) lists: Vec<List>,
    pub(crate) growths: Vec<Growth>,
    pub(crate) sessions: Vec<Sessions>,
    /// Of the small governed calls on 8 connections, how many had their tool start soon.
    pub(crate) prompt_starts: Option<f64>,
}

/// How the calls come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Traffic {
    Http { era: Era, connections: usize },
    Stdio { in_flight: usize },
}

/// One peer under one load, a sample a round.
#[derive(Debug)]
pub(crate) struct Measurement {
    pub(crate) traffic: Traffic,
    pub(crate) workload: Workload,
    pub(crate) peer: Peer,
    pub(crate) samples: Vec<Sample>,
}

/// One turn. Times are in microseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) calls_per_second: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    /// What a call takes of the server's processors.
    pub(crate) processor: f64,
}

/// Resident memory around the load, in KiB.
#[derive(Debug)]
pub(crate) struct Footprint {
    pub(crate) transport: &'static str,
    pub(crate) peer: Peer,
    pub(crate) started: u64,
    pub(crate) loaded: u64,
    pub(crate) idle: u64,
}

/// The first answer of a new process.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) server: String,
    pub(crate) transport: &'static str,
    pub(crate) first_answer: Spread,
    pub(crate) resident: Spread,
}

/// `tools/list`.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) tools: usize,
    pub(crate) answer: usize,
    pub(crate) samples: Vec<Sample>,
}

/// Resident memory before and after many calls, in KiB.
#[derive(Debug)]
pub(crate) struct Growth {
    pub(crate) peer: Peer,
    pub(crate) calls: u64,
    pub(crate) before: u64,
    pub(crate) after: u64,
    pub(crate) idle: u64,
}

/// What idle sessions take, in KiB.
#[derive(Debug)]
pub(crate) struct Sessions {
    pub(crate) peer: Peer,
    pub(crate) count: u64,
    pub(crate) before: u64,
    pub(crate) after: u64,
}

impl Measurement {
    pub(crate) fn median(&self, figure: impl Fn(&Sample) -> f64) -> f64 {
        Spread::of(self.samples.iter().map(figure)).map_or(f64::NAN, |spread| spread.median)
    }
}

impl Sample {
    /// From how long each call took, and how much processor time all did.
    pub(crate) fn of(mut latencies: Vec<f64>, elapsed: Duration, processor: f64) -> Self {
        use crate::rig::percentile;
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

impl Growth {
    pub(crate) const fn grown(&self) -> i64 {
        self.idle.cast_signed() - self.before.cast_signed()
    }
}

impl Sessions {
    pub(crate) fn each(&self) -> f64 {
        (self.after as f64 - self.before as f64) / self.count as f64
    }
}

impl List {
    pub(crate) fn bytes_per_second(&self) -> impl Iterator<Item = f64> {
        self.samples
            .iter()
            .map(|sample| sample.calls_per_second * self.answer as f64)
    }
}

impl Findings {
    pub(crate) fn find(
        &self,
        traffic: Traffic,
        workload: Workload,
        peer: Peer,
    ) -> Option<&Measurement> {
        self.measurements
            .iter()
            .find(|found| (found.traffic, found.workload, found.peer) == (traffic, workload, peer))
    }

    /// A figure of one peer over that of another, round by round.
    pub(crate) fn ratio(
        &self,
        (traffic, workload): (Traffic, Workload),
        (above, below): (Peer, Peer),
        figure: impl Fn(&Sample) -> f64,
    ) -> Option<Spread> {
        let above = self.find(traffic, workload, above)?;
        let below = self.find(traffic, workload, below)?;
        let pairs = above.samples.iter().zip(&below.samples);
        Spread::of(pairs.map(|(above, below)| figure(above) / figure(below)))
    }
}
