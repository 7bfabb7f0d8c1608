//! The descendants of a supervisor that was killed.
//!
//! Code that is not in a sandbox can kill its supervisor. The kernel then kills the program, and
//! gives what the program has started to this process, if it [adopts](super::subreaper) orphans.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use super::{
    proc_fs::{self, Children},
    this_program::this_program,
};

/// How long to look for orphans. A process whose parent is just being killed arrives later.
const TIME: Duration = Duration::from_secs(5);
/// For how long none must have arrived.
const QUIET: Duration = Duration::from_millis(200);
const PAUSE: Duration = Duration::from_millis(5);

/// Kills the orphans that this process has adopted, with all of their descendants.
///
/// A child of this process is an orphan if it was started after `since`, and executes another
/// program than this one and `launcher`: every child that the server starts itself executes one of
/// these.
pub(super) fn kill_since(since: u64, launcher: &Path) {
    let ours: Vec<(u64, u64)> = [this_program(), PathBuf::from(launcher)]
        .iter()
        .filter_map(|path| fs::metadata(path).ok())
        .map(|file| (file.dev(), file.ino()))
        .collect();
    let is_orphan = |process: &Pid| {
        proc_fs::start_time(*process).is_some_and(|start| start >= since)
            && proc_fs::program(*process).is_none_or(|program| !ours.contains(&program))
    };
    let end = Instant::now() + TIME;
    let mut quiet_since = Instant::now();
    let mut killed = Vec::new();
    while Instant::now() < end && quiet_since.elapsed() < QUIET {
        let children = Children::now().of(getpid()).into_iter();
        // The dead children of others are reaped by those who started them.
        let alive = children.filter(|process| !proc_fs::is_dead(*process));
        let orphans: Vec<Pid> = alive.filter(is_orphan).collect();
        if !orphans.is_empty() {
            quiet_since = Instant::now();
        }
        for orphan in orphans {
            kill_tree(orphan);
            killed.push(orphan);
        }
        killed.retain(|orphan| matches!(waitpid(Some(*orphan), WaitOptions::NOHANG), Ok(None)));
        thread::sleep(PAUSE);
    }
}

/// Stops a process and all of its descendants, so that none starts others, and kills them.
fn kill_tree(root: Pid) {
    let mut found = vec![root];
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
