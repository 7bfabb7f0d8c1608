//! The descendants of a process: [`ProcessTree`], a program with all of its descendants, and
//! orphans.
//!
//! A supervisor adopts the descendants of its program, or dies with its parent. Only Linux can do
//! both. On other systems a supervisor loses the descendants that leave its program's process
//! group, and a launched program may outlive a supervisor that is killed.
//!
//! Code that is not in a sandbox can kill its supervisor. The kernel then kills the program, and
//! gives what the program has started to the server, if it adopts orphans, which
//! [kills](kill_orphans_since) them.

use std::{
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, waitpid,
};

use super::{
    proc_fs::{self, Children},
    program::this_program,
};

/// How long to go on killing. A process that waits for a disk dies when the disk answers.
const KILL_TIME: Duration = Duration::from_secs(5);

/// How long to wait before looking whether killed processes are gone.
const PAUSE: Duration = Duration::from_millis(1);

/// A program with all of its descendants: this process's children and theirs.
///
/// This process must be a [subreaper](self) and have started no other program.
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
            kill_frozen(Children::now().of(getpid()));
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

/// Stops these processes and all of their descendants, and kills them.
///
/// A stopped process starts no others, so none is missed.
fn kill_frozen(mut found: Vec<Pid>) {
    let mut known = 0;
    while let Some(process) = found.get(known).copied() {
        let _ = kill_process(process, Signal::STOP);
        found.extend(Children::now().of(process));
        known += 1;
    }
    for process in found {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// Makes this process the parent of all of its descendants that lose theirs.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    let this = rustix::process::getpid();
    Ok(rustix::process::set_child_subreaper(Some(this))?)
}

/// Does nothing on this system.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Has the kernel send `signal` to this process when its parent dies.
///
/// The kernel takes the thread that started this process for its parent.
///
/// # Errors
/// If the parent is not `parent`: it has died before.
#[cfg(target_os = "linux")]
pub(super) fn die_with(parent: u32, signal: Signal) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(signal))?;
    if std::os::unix::process::parent_id() == parent {
        Ok(())
    } else {
        Err(io::Error::other("the parent process is gone"))
    }
}

/// Does nothing on this system.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(super) fn die_with(_: u32, _: Signal) -> io::Result<()> {
    Ok(())
}

/// How long to look for orphans. A process whose parent is just being killed arrives later.
const ORPHAN_TIME: Duration = Duration::from_secs(5);
/// For how long none must have arrived.
const ORPHAN_QUIET: Duration = Duration::from_millis(200);
const ORPHAN_PAUSE: Duration = Duration::from_millis(5);

/// Kills the orphans that this process has adopted, with all of their descendants.
///
/// A child of this process is an orphan if it was started after `since`, and executes another
/// program than this one and `launcher`: every child that the server starts itself executes one of
/// these.
pub(super) fn kill_orphans_since(since: u64, launcher: &Path) {
    let ours: Vec<(u64, u64)> = [this_program(), PathBuf::from(launcher)]
        .iter()
        .filter_map(|path| fs::metadata(path).ok())
        .map(|file| (file.dev(), file.ino()))
        .collect();
    let is_orphan = |process: &Pid| {
        proc_fs::start_time(*process).is_some_and(|start| start >= since)
            && proc_fs::program(*process).is_none_or(|program| !ours.contains(&program))
    };
    let end = Instant::now() + ORPHAN_TIME;
    let mut quiet_since = Instant::now();
    let mut killed = Vec::new();
    while Instant::now() < end && quiet_since.elapsed() < ORPHAN_QUIET {
        let children = Children::now().of(getpid()).into_iter();
        // The dead children of others are reaped by those who started them.
        let alive = children.filter(|process| !proc_fs::is_dead(*process));
        let orphans: Vec<Pid> = alive.filter(is_orphan).collect();
        if !orphans.is_empty() {
            quiet_since = Instant::now();
        }
        for orphan in orphans {
            kill_frozen(vec![orphan]);
            killed.push(orphan);
        }
        killed.retain(|orphan| matches!(waitpid(Some(*orphan), WaitOptions::NOHANG), Ok(None)));
        thread::sleep(ORPHAN_PAUSE);
    }
}
