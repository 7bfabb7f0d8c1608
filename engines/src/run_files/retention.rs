//! [`Retention`]: how many files of runs are kept, and for how long.

use std::{collections::VecDeque, sync::Mutex, time::Duration};

use toolwright_base::lock;

use super::kept_run::KeptRun;

/// How many files of runs are kept, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// The most files of one run.
    pub(crate) files: usize,
    /// The most bytes of one run.
    pub(crate) bytes: u64,
    /// The most runs.
    pub(crate) runs: usize,
    /// The most bytes of all runs.
    pub(crate) all_bytes: u64,
    /// How long the files of a run are kept.
    pub(crate) time: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            files: 100,
            bytes: 64 * 1024 * 1024,
            runs: 64,
            all_bytes: 256 * 1024 * 1024,
            time: Duration::from_secs(60 * 60),
        }
    }
}

impl Retention {
    /// Drops runs that are too old or too many, the oldest first.
    pub(super) fn apply(&self, runs: &Mutex<VecDeque<KeptRun>>) {
        let mut runs = lock(runs);
        let mut dropped = Vec::new();
        loop {
            let bytes: u64 = runs.iter().map(KeptRun::bytes).sum();
            let is_too_old = |run: &KeptRun| run.since.elapsed() >= self.time;
            let is_too_much = runs.len() > self.runs || bytes > self.all_bytes;
            if !is_too_much && !runs.front().is_some_and(is_too_old) {
                break;
            }
            dropped.extend(runs.pop_front());
        }
        // Their files are removed after the lock is released.
        drop(runs);
    }
}
