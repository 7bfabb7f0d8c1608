//! [`ProcessTree`]: a program with all of its descendants.

use std::{
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, waitpid,
};

use super::proc_fs::{self, Children};

/// How long to go on killing. A process that waits for a disk dies when the disk answers.
const KILL_TIME: Duration = Duration::from_secs(5);

/// How long to wait before looking whether killed processes are gone.
const PAUSE: Duration = Duration::from_millis(1);

/// A program with all of its descendants: this process's children and theirs.
///
/// This process must be a [subreaper](super::subreaper) and have started no other program.
pub(super) struct ProcessTree {
    /// The program, which leads a process group.
    leader: Pid,
}

/// The processes and threads of a tree.
pub(super) struct Census {
    /// Includes those that have exited and were not reaped.
    pub(super) processes: Vec<Pid>,
    /// At least one for each process.
    pub(super) threads: usize,
}

impl ProcessTree {
    pub(super) const fn of(leader: Pid) -> Self {
        Self { leader }
    }

    /// Counts processes and threads. Stops when there are more than `most` threads.
    pub(super) fn census(&self, most: usize) -> Census {
        let children = Children::now();
        let mut census = Census {
            processes: children.of(getpid()),
            threads: 0,
        };
        let mut known = 0;
        while let Some(process) = census.processes.get(known).copied() {
            census.threads += proc_fs::threads(process).count().max(1);
            if census.threads > most {
                break;
            }
            census.processes.extend(children.of(process));
            known += 1;
        }
        census
    }

    /// Reaps the orphans that this process adopted. The program itself is left to the caller.
    pub(super) fn reap_orphans(&self) {
        for child in Children::now().of(getpid()) {
            if child != self.leader {
                let _ = waitpid(Some(child), WaitOptions::NOHANG);
            }
        }
    }

    /// Kills all processes: first the program's process group, then those that have left it.
    ///
    /// The program stays a zombie, so that its process id is not reused before its group is killed.
    pub(super) fn kill(&self) {
        let end = Instant::now() + KILL_TIME;
        loop {
            let _ = kill_process_group(self.leader, Signal::KILL);
            for process in freeze() {
                let _ = kill_process(process, Signal::KILL);
            }
            self.reap_orphans();
            let left = self.census(usize::MAX).processes;
            let is_over = left
                .iter()
                .all(|process| *process == self.leader && proc_fs::is_dead(*process));
            if is_over || Instant::now() > end {
                return;
            }
            thread::sleep(PAUSE);
        }
    }
}

/// Stops all descendants of this process and returns them. A stopped process starts no others, so
/// none is missed.
fn freeze() -> Vec<Pid> {
    let mut found = Children::now().of(getpid());
    let mut known = 0;
    while let Some(process) = found.get(known).copied() {
        let _ = kill_process(process, Signal::STOP);
        found.extend(Children::now().of(process));
        known += 1;
    }
    found
}
