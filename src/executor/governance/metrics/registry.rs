//! [`Metrics`]: the counters of all tools, and what is counted once for all of them.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use super::{
    counters::Counters,
    exposition::{Exposition, Kind},
    histogram::{Histogram, Reading},
    shards::Shards,
};
use crate::{
    core::{Repair, RepairKind},
    executor::governance::outcome::Outcome,
};

/// The most tools that are counted each for itself.
const MOST_TOOLS: usize = 1000;

/// The name of all tools beyond those.
const OTHER: &str = "other";

/// The name of all tools that do not exist, or not for who called: those names are the callers' to choose.
const UNKNOWN: &str = "unknown";

/// The counters of all tools, and what is counted once for all of them.
#[derive(Debug)]
pub(in crate::executor::governance) struct Metrics {
    started: SystemTime,
    /// They stay when their tool goes: a counter that falls looks like a server that began anew.
    tools: RwLock<BTreeMap<String, Arc<Counters>>>,
    unknown: Arc<Counters>,
    overhead: Shards<Histogram>,
    repairs: [AtomicU64; RepairKind::ALL.len()],
}

/// What others know and the text tells too.
#[derive(Debug, Clone, Copy)]
pub(in crate::executor::governance) struct State {
    /// How many calls wait for their turn.
    pub(in crate::executor::governance) waiting: usize,
    /// How many records could not be kept.
    pub(in crate::executor::governance) log_failures: u64,
}

impl Default for Metrics {
    fn default() -> Self {
        let unknown = Arc::<Counters>::default();
        Self {
            started: SystemTime::now(),
            tools: RwLock::new([(UNKNOWN.to_owned(), Arc::clone(&unknown))].into()),
            unknown,
            overhead: Shards::default(),
            repairs: Default::default(),
        }
    }
}

impl Metrics {
    /// The counters of the tool `name`. They are kept beside the tool, not looked up for each call.
    pub(in crate::executor::governance) fn of(&self, name: &str) -> Arc<Counters> {
        let mut tools = self.tools.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tools.get(name) {
            return Arc::clone(known);
        }
        let name = if tools.len() < MOST_TOOLS {
            name
        } else {
            OTHER
        };
        Arc::clone(tools.entry(name.to_owned()).or_default())
    }

    /// A call that got no permit.
    pub(in crate::executor::governance) fn refuse(&self, outcome: Outcome) {
        self.unknown.refuse(outcome);
    }

    /// A tool starts, this long after its call arrived.
    pub(in crate::executor::governance) fn start(&self, overhead: Duration) {
        self.overhead.mine().observe(overhead);
    }

    /// These arguments were repaired.
    pub(in crate::executor::governance) fn repair(&self, repairs: &[Repair]) {
        for repair in repairs {
            self.repairs[repair.repair as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// All of it, as text.
    pub(in crate::executor::governance) fn write(&self, state: State) -> String {
        let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        let tools: Vec<_> = tools
            .iter()
            .map(|(name, counters)| (name.as_str(), &**counters))
            .collect();
        let mut exposition = Exposition::default();
        write_calls(&tools, &mut exposition);
        self.write_rest(state, &mut exposition);
        exposition.finish()
    }

    fn write_rest(&self, state: State, exposition: &mut Exposition) {
        let name = "toolwright_repairs_total";
        exposition.family(
            name,
            Kind::Counter,
            "Arguments that were repaired, by what was wrong.",
        );
        for kind in RepairKind::ALL {
            let count = self.repairs[kind as usize].load(Ordering::Relaxed);
            exposition.number(name, &[("kind", kind.as_str())], count);
        }
        let name = "toolwright_queue_length";
        exposition.family(name, Kind::Gauge, "Calls that wait for their turn.");
        exposition.number(name, &[], state.waiting);
        let name = "toolwright_overhead_seconds";
        let help = "From the arrival of a call at the executor to the start of its tool, waiting for its turn included.";
        exposition.family(name, Kind::Histogram, help);
        exposition.histogram(name, &[], &Reading::of(self.overhead.iter()));
        let name = "toolwright_log_failures_total";
        let help = "Records that the execution log could not keep.";
        exposition.family(name, Kind::Counter, help);
        exposition.number(name, &[], state.log_failures);
        let name = "process_start_time_seconds";
        let help = "When the server started, in seconds since 1970.";
        exposition.family(name, Kind::Gauge, help);
        let started = self.started.duration_since(SystemTime::UNIX_EPOCH);
        exposition.number(name, &[], started.unwrap_or_default().as_secs_f64());
    }
}

fn write_calls(tools: &[(&str, &Counters)], exposition: &mut Exposition) {
    let name = "toolwright_calls_total";
    exposition.family(
        name,
        Kind::Counter,
        "Calls that are over, by how they ended.",
    );
    for (tool, counters) in tools {
        for outcome in Outcome::ALL {
            let count = counters.ended(outcome);
            if count > 0 {
                let labels = [("tool", *tool), ("outcome", outcome.as_str())];
                exposition.number(name, &labels, count);
            }
        }
    }
    let name = "toolwright_errors_total";
    exposition.family(name, Kind::Counter, "Calls that failed, by why.");
    for outcome in Outcome::ALL
        .into_iter()
        .filter(|outcome| outcome.is_error())
    {
        let count: u64 = tools.iter().map(|(_, tool)| tool.ended(outcome)).sum();
        exposition.number(name, &[("kind", outcome.as_str())], count);
    }
    let name = "toolwright_calls_in_flight";
    exposition.family(name, Kind::Gauge, "Calls that are in progress.");
    for (tool, counters) in tools {
        exposition.number(name, &[("tool", tool)], counters.in_flight());
    }
    let name = "toolwright_call_duration_seconds";
    let help = "How long calls took, from their arrival at the executor to their end, without the writing of their record.";
    exposition.family(name, Kind::Histogram, help);
    for (tool, counters) in tools {
        let reading = counters.duration();
        if reading.count() > 0 {
            exposition.histogram(name, &[("tool", tool)], &reading);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: State = State {
        waiting: 0,
        log_failures: 0,
    };

    #[test]
    fn a_tool_has_the_same_counters_whenever_it_is_asked_for() {
        let metrics = Metrics::default();
        metrics.of("add").begin();
        metrics.of("add").begin();
        metrics
            .of("add")
            .end(Outcome::Timeout, Duration::from_secs(1));
        assert_eq!(metrics.of("add").in_flight(), 1);
        assert_eq!(metrics.of("add").ended(Outcome::Timeout), 1);
        assert_eq!(metrics.of("sub").in_flight(), 0);
    }

    #[test]
    fn tools_beyond_the_most_are_counted_together() {
        let metrics = Metrics::default();
        for number in 0..MOST_TOOLS + 500 {
            metrics.of(&format!("tool-{number}")).refuse(Outcome::Ok);
        }
        assert_eq!(metrics.tools.read().unwrap().len(), MOST_TOOLS + 1);
        // One name is that of tools that do not exist.
        assert_eq!(metrics.of(OTHER).ended(Outcome::Ok), 501);
        let text = metrics.write(STATE);
        assert!(text.contains("toolwright_calls_total{tool=\"other\",outcome=\"ok\"} 501\n"));
    }

    #[test]
    fn a_tool_that_is_called_like_those_that_do_not_exist_is_one_with_them() {
        let metrics = Metrics::default();
        metrics.refuse(Outcome::NotFound);
        metrics.of(UNKNOWN).end(Outcome::Ok, Duration::ZERO);
        let text = metrics.write(STATE);
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
