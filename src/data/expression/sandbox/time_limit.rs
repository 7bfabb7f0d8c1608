//! [`Watch`]: how long an evaluation takes, and the end of the process when it is too long.
//!
//! The interpreter looks at a clock of its own, but not within one operation, and one operation can take minutes.

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

use crate::data::supervise::worker::OUT_OF_TIME;

/// How often the watch looks.
const TICK: Duration = Duration::from_millis(5);

/// How long a worker stays that nobody needs.
const IDLE: Duration = Duration::from_secs(30);

/// Nothing is evaluated.
const NOTHING: u64 = u64::MAX;

/// Both sides of the watch: the one that evaluates and the one that looks.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    seen: Arc<Seen>,
    most: Duration,
}

#[derive(Debug)]
struct Seen {
    /// The time of the processor when the evaluation began, in nanoseconds.
    began: AtomicU64,
    /// How many evaluations there were.
    count: AtomicU64,
}

impl Watch {
    pub(super) fn new(most: Duration) -> Self {
        let seen = Seen {
            began: AtomicU64::new(NOTHING),
            count: AtomicU64::new(0),
        };
        Self {
            seen: Arc::new(seen),
            most,
        }
    }

    /// Does `work` while being watched.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.seen.count.fetch_add(1, Ordering::Relaxed);
        self.seen.began.store(nanoseconds(), Ordering::Relaxed);
        let result = work();
        self.seen.began.store(NOTHING, Ordering::Relaxed);
        result
    }

    /// Looks until `is_over`, or nobody needs this process any more.
    pub(super) fn keep(&self, is_over: impl Fn() -> bool) {
        let mut last = (0, Instant::now());
        while !is_over() {
            thread::sleep(TICK);
            let count = self.seen.count.load(Ordering::Relaxed);
            if count != last.0 {
                last = (count, Instant::now());
            }
            match self.seen.began.load(Ordering::Relaxed) {
                NOTHING if last.1.elapsed() > IDLE => return,
                NOTHING => {}
                began => self.check(began),
            }
        }
    }

    fn check(&self, began: u64) {
        if Duration::from_nanos(nanoseconds().saturating_sub(began)) > self.most {
            // A process may always send itself a signal.
            let _ = kill_process(getpid(), OUT_OF_TIME);
        }
    }
}

/// The time that processors have worked for this process.
fn nanoseconds() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let whole = u64::try_from(time.tv_sec).unwrap_or(0);
    whole * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}
