//! [`TimeLimit`]: ends the process when an evaluation takes too long.
//!
//! The interpreter checks a clock of its own, but not within one operation, which can take minutes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rustix::{
    process::{getpid, kill_process},
    time::{ClockId, clock_gettime},
};

use crate::supervise::worker::OUT_OF_TIME;

/// How often the time is checked.
const TICK: Duration = Duration::from_millis(5);

/// How long a worker stays without a request.
const IDLE: Duration = Duration::from_secs(30);

/// The start time while nothing is evaluated.
const NOTHING: u64 = u64::MAX;

/// The time limit of evaluations, shared by the thread that evaluates and the one that checks.
#[derive(Debug, Clone)]
pub(super) struct TimeLimit {
    evaluation: Arc<TimedEvaluation>,
    most: Duration,
}

#[derive(Debug)]
struct TimedEvaluation {
    /// The processor time at the start of the evaluation, in nanoseconds.
    started: AtomicU64,
    /// How many evaluations there were.
    count: AtomicU64,
}

impl TimeLimit {
    pub(super) fn new(most: Duration) -> Self {
        let evaluation = TimedEvaluation {
            started: AtomicU64::new(NOTHING),
            count: AtomicU64::new(0),
        };
        Self {
            evaluation: Arc::new(evaluation),
            most,
        }
    }

    /// Calls `evaluate` within the time limit.
    pub(super) fn apply<T>(&self, evaluate: impl FnOnce() -> T) -> T {
        let TimedEvaluation { started, count } = &*self.evaluation;
        count.fetch_add(1, Ordering::Relaxed);
        started.store(nanoseconds(), Ordering::Relaxed);
        let result = evaluate();
        started.store(NOTHING, Ordering::Relaxed);
        result
    }

    /// Enforces the limit until `is_over`, or until there was no evaluation for long.
    pub(super) fn enforce(&self, is_over: impl Fn() -> bool) {
        let mut last = (0, Instant::now());
        while !is_over() {
            thread::sleep(TICK);
            let count = self.evaluation.count.load(Ordering::Relaxed);
            if count != last.0 {
                last = (count, Instant::now());
            }
            match self.evaluation.started.load(Ordering::Relaxed) {
                NOTHING if last.1.elapsed() > IDLE => return,
                NOTHING => {}
                started => self.check(started),
            }
        }
    }

    fn check(&self, started: u64) {
        if Duration::from_nanos(nanoseconds().saturating_sub(started)) > self.most {
            // A process may always signal itself.
            let _ = kill_process(getpid(), OUT_OF_TIME);
        }
    }
}

/// Returns the processor time of this process in nanoseconds.
fn nanoseconds() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let whole = u64::try_from(time.tv_sec).unwrap_or(0);
    whole * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}
