//! [`Watch`]: whether a program goes too far.

use std::{
    fs,
    time::{Duration, Instant},
};

use rustix::{param::page_size, process::Pid};

use super::{super::process_tree::Family, limits::Limits, outcome::Stop};

/// Where processes do not become more, they are counted every so many times.
const SELDOM: u32 = 10;

/// Looks whether a program goes too far.
pub(super) struct Watch {
    end: Instant,
    limits: Limits,
    /// The threads of the whole machine at the start.
    before: usize,
    looks: u32,
}

impl Watch {
    /// The program's time begins now.
    pub(super) fn new(time: Duration, limits: Limits) -> Self {
        Self {
            end: Instant::now() + time,
            limits,
            before: threads_of_all(),
            looks: 0,
        }
    }

    /// Why the program is to be stopped now, if it is.
    pub(super) fn look(&mut self, family: &Family) -> Option<Stop> {
        if Instant::now() >= self.end {
            return Some(Stop::Time);
        }
        self.looks += 1;
        // Counting those of the program takes long where they are many, and they become more meanwhile.
        let are_many = threads_of_all().saturating_sub(self.before) > self.limits.processes;
        if !are_many && !self.looks.is_multiple_of(SELDOM) {
            return None;
        }
        let census = family.census(self.limits.processes);
        if census.threads > self.limits.processes {
            return Some(Stop::Processes);
        }
        self.look_at_memory(&census.processes)
    }

    fn look_at_memory(&self, processes: &[Pid]) -> Option<Stop> {
        let most = self.limits.memory;
        let sum = |bytes: fn(Pid) -> u64| processes.iter().map(|one| bytes(*one)).sum::<u64>();
        // What processes have in common was counted for each; counting it exactly takes longer.
        (sum(resident) > most && sum(share) > most).then_some(Stop::Memory)
    }
}

/// The threads of all processes of the machine.
fn threads_of_all() -> usize {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let threads = load.split_whitespace().nth(3);
    let threads = threads.and_then(|threads| threads.split_once('/')?.1.parse().ok());
    threads.unwrap_or(0)
}

/// The bytes of memory that a process uses, but for those that stand in a file.
fn resident(process: Pid) -> u64 {
    let statm = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut pages = statm.split_whitespace().skip(1).map(str::parse::<u64>);
    let (Some(Ok(resident)), Some(Ok(shared))) = (pages.next(), pages.next()) else {
        return 0;
    };
    resident.saturating_sub(shared) * page_size() as u64
}

/// The bytes of memory that a process uses, what it has in common with others divided by their number.
fn share(process: Pid) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup"));
    let share = rollup.ok().and_then(|rollup| {
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    share.map_or_else(|| resident(process), |kilobytes| kilobytes * 1024)
}
