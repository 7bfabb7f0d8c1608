//! [`LimitWatch`]: checks the limits that the kernel does not enforce.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use rustix::process::Pid;

use super::{
    super::{proc_fs, process_tree::ProcessTree},
    limits::RunLimits,
    outcome::StopReason,
};

/// How many checks apart processes are counted while the machine gets no more threads.
const COUNT_INTERVAL: u32 = 10;

/// Checks whether a program exceeds its limits.
pub(super) struct LimitWatch {
    deadline: Instant,
    limits: RunLimits,
    /// The threads on the machine at the start.
    threads_before: usize,
    checks: u32,
}

impl LimitWatch {
    /// Starts the program's time.
    pub(super) fn start(time: Duration, limits: RunLimits) -> Self {
        Self {
            deadline: Instant::now() + time,
            limits,
            threads_before: proc_fs::threads_of_machine(),
            checks: 0,
        }
    }

    /// Returns why the program must be stopped now, if it must.
    pub(super) fn check(&mut self, tree: &ProcessTree) -> Option<StopReason> {
        if Instant::now() >= self.deadline {
            return Some(StopReason::Time);
        }
        self.checks += 1;
        // Counting the program's own takes long if there are many, while they become more.
        let new_threads = proc_fs::threads_of_machine().saturating_sub(self.threads_before);
        let are_many = new_threads > self.limits.processes;
        if !are_many && !self.checks.is_multiple_of(COUNT_INTERVAL) {
            return None;
        }
        let census = tree.census(self.limits.processes);
        if census.threads > self.limits.processes {
            return Some(StopReason::Processes);
        }
        let is_too_much = self.exceeds_memory(&census.processes);
        is_too_much.then_some(StopReason::Memory)
    }

    fn exceeds_memory(&self, processes: &[Pid]) -> bool {
        let most = self.limits.memory;
        let sum = |bytes: fn(Pid) -> u64| processes.iter().map(|one| bytes(*one)).sum::<u64>();
        // The first sum counts shared pages for each process. The exact one takes longer.
        let is_too_much =
            sum(proc_fs::resident_bytes) > most && sum(proc_fs::proportional_bytes) > most;
        // Files without names need not be mapped by any process, so they count separately.
        is_too_much || memory_files(processes) > most
    }
}

/// Returns the bytes of all files in memory that the processes have open.
fn memory_files(processes: &[Pid]) -> u64 {
    let files = processes.iter().flat_map(|one| proc_fs::memory_files(*one));
    files.collect::<BTreeMap<_, _>>().values().sum()
}
