//! [`Metrics`]: the counters of all tools.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use super::{
    counters::{Counters, Histogram, HistogramSnapshot, Shards},
    exposition::{Exposition, MetricKind},
};
use crate::{
    core::{Repair, RepairKind},
    executor::governance::call_facts::CallOutcome,
};

/// The maximum number of tools that are counted separately.
const MAX_TOOLS: usize = 1000;

/// The label of all tools beyond those.
const OTHER: &str = "other";

/// The label of all calls without a permit.
///
/// Their names are chosen by callers: a label of its own for each would grow without limit.
const UNKNOWN: &str = "unknown";

/// The counters of all tools, and the metrics that are the same for all.
#[derive(Debug)]
pub(crate) struct Metrics {
    started: SystemTime,
    /// Counters stay when their tool is removed: a counter that falls looks like a restart.
    tools: RwLock<BTreeMap<String, Arc<Counters>>>,
    /// The calls that were passed on, by the name of the other server.
    upstreams: RwLock<BTreeMap<String, Arc<Counters>>>,
    unknown: Arc<Counters>,
    overhead: Shards<Histogram>,
    repairs: [AtomicU64; RepairKind::ALL.len()],
}

/// Values that are kept elsewhere, and are read when the metrics are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampledValues {
    /// The number of calls that wait for a concurrency limit.
    pub(crate) waiting: usize,
    /// The number of records that could not be written.
    pub(crate) log_failures: u64,
}

impl Default for Metrics {
    fn default() -> Self {
        let unknown = Arc::<Counters>::default();
        Self {
            started: SystemTime::now(),
            tools: RwLock::new([(UNKNOWN.to_owned(), Arc::clone(&unknown))].into()),
            upstreams: RwLock::default(),
            unknown,
            overhead: Shards::default(),
            repairs: Default::default(),
        }
    }
}

impl Metrics {
    /// Returns how many calls are in progress.
    pub(crate) fn in_flight(&self) -> u64 {
        let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        tools.values().map(|counters| counters.in_flight()).sum()
    }

    /// Returns the counters of the tool `name`. The caller keeps them for all calls of the tool.
    pub(crate) fn of(&self, name: &str) -> Arc<Counters> {
        let mut tools = self.tools.write().unwrap_or_else(PoisonError::into_inner);
        counters_of(&mut tools, name)
    }

    /// Returns the counters of the calls that were passed on to the server `name`.
    pub(crate) fn of_upstream(&self, name: &str) -> Arc<Counters> {
        let upstreams = &self.upstreams;
        let known = upstreams.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return Arc::clone(known);
        }
        drop(known);
        let mut upstreams = upstreams.write().unwrap_or_else(PoisonError::into_inner);
        counters_of(&mut upstreams, name)
    }

    /// Counts a call without a permit.
    pub(crate) fn refuse(&self, outcome: CallOutcome) {
        self.unknown.refuse(outcome);
    }

    /// Counts the time from the arrival of a call to the start of its tool.
    pub(crate) fn tool_starts(&self, overhead: Duration) {
        self.overhead.mine().observe(overhead);
    }

    /// Counts repairs of arguments.
    pub(crate) fn count_repairs(&self, repairs: &[Repair]) {
        for repair in repairs {
            self.repairs[repair.repair as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns all metrics as text.
    pub(crate) fn to_text(&self, sampled: SampledValues) -> String {
        let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        let tools: Vec<_> = tools
            .iter()
            .map(|(name, counters)| (name.as_str(), &**counters))
            .collect();
        let mut exposition = Exposition::default();
        write_calls(&tools, &mut exposition);
        self.write_upstreams(&mut exposition);
        self.write_rest(sampled, &mut exposition);
        exposition.into_text()
    }

    /// Writes the calls that were passed on, if there are any.
    fn write_upstreams(&self, exposition: &mut Exposition) {
        let upstreams = self
            .upstreams
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if upstreams.is_empty() {
            return;
        }
        let name = "toolwright_upstream_calls_total";
        let help = "Finished calls that were passed on to another server, by outcome.";
        exposition.begin(name, MetricKind::Counter, help);
        for (upstream, counters) in &*upstreams {
            for outcome in CallOutcome::all() {
                let count = counters.ended(outcome);
                if count > 0 {
                    let labels = [
                        ("upstream", upstream.as_str()),
                        ("outcome", outcome.as_str()),
                    ];
                    exposition.sample(name, &labels, count);
                }
            }
        }
        let name = "toolwright_upstream_call_duration_seconds";
        let help = "Duration of calls that were passed on to another server.";
        exposition.begin(name, MetricKind::Histogram, help);
        for (upstream, counters) in &*upstreams {
            exposition.histogram(name, &[("upstream", upstream)], &counters.duration());
        }
    }

    fn write_rest(&self, sampled: SampledValues, exposition: &mut Exposition) {
        let name = "toolwright_repairs_total";
        exposition.begin(name, MetricKind::Counter, "Repairs of arguments, by kind.");
        for kind in RepairKind::ALL {
            let count = self.repairs[kind as usize].load(Ordering::Relaxed);
            exposition.sample(name, &[("kind", kind.as_str())], count);
        }
        let name = "toolwright_queue_length";
        exposition.begin(
            name,
            MetricKind::Gauge,
            "Calls that wait for a concurrency limit.",
        );
        exposition.sample(name, &[], sampled.waiting);
        let name = "toolwright_overhead_seconds";
        let help = "Time from the arrival of a call to the start of its tool, including the wait for a concurrency limit.";
        exposition.begin(name, MetricKind::Histogram, help);
        exposition.histogram(name, &[], &HistogramSnapshot::of(self.overhead.iter()));
        let name = "toolwright_log_failures_total";
        let help = "Records that could not be written to the execution log.";
        exposition.begin(name, MetricKind::Counter, help);
        exposition.sample(name, &[], sampled.log_failures);
        let name = "process_start_time_seconds";
        let help = "Start time of the server, in seconds since 1970.";
        exposition.begin(name, MetricKind::Gauge, help);
        let started = self.started.duration_since(SystemTime::UNIX_EPOCH);
        exposition.sample(name, &[], started.unwrap_or_default().as_secs_f64());
    }
}

/// Returns the counters of `name`, or those of all names beyond the maximum.
fn counters_of(all: &mut BTreeMap<String, Arc<Counters>>, name: &str) -> Arc<Counters> {
    if let Some(known) = all.get(name) {
        return Arc::clone(known);
    }
    let name = if all.len() < MAX_TOOLS { name } else { OTHER };
    Arc::clone(all.entry(name.to_owned()).or_default())
}

fn write_calls(tools: &[(&str, &Counters)], exposition: &mut Exposition) {
    let name = "toolwright_calls_total";
    exposition.begin(name, MetricKind::Counter, "Finished calls, by outcome.");
    for (tool, counters) in tools {
        for outcome in CallOutcome::all() {
            let count = counters.ended(outcome);
            if count > 0 {
                let labels = [("tool", *tool), ("outcome", outcome.as_str())];
                exposition.sample(name, &labels, count);
            }
        }
    }
    let name = "toolwright_errors_total";
    exposition.begin(name, MetricKind::Counter, "Failed calls, by outcome.");
    for outcome in CallOutcome::all().filter(|outcome| outcome.is_error()) {
        let count: u64 = tools.iter().map(|(_, tool)| tool.ended(outcome)).sum();
        exposition.sample(name, &[("kind", outcome.as_str())], count);
    }
    let name = "toolwright_calls_in_flight";
    exposition.begin(name, MetricKind::Gauge, "Calls in progress.");
    for (tool, counters) in tools {
        exposition.sample(name, &[("tool", tool)], counters.in_flight());
    }
    let name = "toolwright_call_duration_seconds";
    let help =
        "Duration of calls from their arrival to their end, without the writing of their record.";
    exposition.begin(name, MetricKind::Histogram, help);
    for (tool, counters) in tools {
        let snapshot = counters.duration();
        if snapshot.count() > 0 {
            exposition.histogram(name, &[("tool", tool)], &snapshot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::ErrorKind;

    const NOTHING_SAMPLED: SampledValues = SampledValues {
        waiting: 0,
        log_failures: 0,
    };

    #[test]
    fn a_tool_always_gets_the_same_counters() {
        let metrics = Metrics::default();
        metrics.of("add").begin();
        metrics.of("add").begin();
        metrics.of("add").end(
            CallOutcome::Error(ErrorKind::Timeout),
            Duration::from_secs(1),
        );
        assert_eq!(metrics.of("add").in_flight(), 1);
        assert_eq!(
            metrics
                .of("add")
                .ended(CallOutcome::Error(ErrorKind::Timeout)),
            1
        );
        assert_eq!(metrics.of("sub").in_flight(), 0);
    }

    #[test]
    fn tools_beyond_the_maximum_are_counted_together() {
        let metrics = Metrics::default();
        for number in 0..MAX_TOOLS + 500 {
            metrics
                .of(&format!("tool-{number}"))
                .refuse(CallOutcome::Ok);
        }
        assert_eq!(metrics.tools.read().unwrap().len(), MAX_TOOLS + 1);
        // One label is that of unknown tools.
        assert_eq!(metrics.of(OTHER).ended(CallOutcome::Ok), 501);
        let text = metrics.to_text(NOTHING_SAMPLED);
        assert!(text.contains("toolwright_calls_total{tool=\"other\",outcome=\"ok\"} 501\n"));
    }

    #[test]
    fn a_tool_named_unknown_shares_the_label_of_unknown_tools() {
        let metrics = Metrics::default();
        metrics.refuse(CallOutcome::Error(ErrorKind::NotFound));
        metrics.of(UNKNOWN).end(CallOutcome::Ok, Duration::ZERO);
        let text = metrics.to_text(NOTHING_SAMPLED);
        let lines: Vec<_> = text
            .lines()
            .filter(|line| line.starts_with("toolwright_calls_total"))
            .collect();
        assert_eq!(
            lines,
            [
                "toolwright_calls_total{tool=\"unknown\",outcome=\"ok\"} 1",
                "toolwright_calls_total{tool=\"unknown\",outcome=\"not_found\"} 1",
            ]
        );
    }
}
