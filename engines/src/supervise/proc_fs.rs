//! Reading `/proc`: the parents, threads and memory of processes.
//!
//! By hand, since the crates for it read whole tables of what is needed here one number at a time,
//! every few milliseconds. On systems without `/proc` everything here is empty or zero.

use std::{
    collections::HashMap,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use rustix::process::{Pid, Uid, getpid};

/// The parents of all processes at one moment.
pub(super) enum Children {
    /// The kernel lists the children of each process.
    Listed,
    /// The kernel has no such lists, so all processes were asked for their parent.
    Collected(HashMap<Pid, Vec<Pid>>),
}

impl Children {
    pub(super) fn now() -> Self {
        let this = getpid();
        if Path::new(&format!("/proc/{this}/task/{this}/children")).exists() {
            return Self::Listed;
        }
        let mut parents: HashMap<Pid, Vec<Pid>> = HashMap::new();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        for process in entries.filter_map(|entry| pid(entry.file_name().to_str()?)) {
            if let Some((_, Some(parent))) = stat(process) {
                parents.entry(parent).or_default().push(process);
            }
        }
        Self::Collected(parents)
    }

    /// Returns the children of a process, whichever of its threads started them.
    pub(super) fn of(&self, process: Pid) -> Vec<Pid> {
        match self {
            Self::Listed => listed(process),
            Self::Collected(parents) => parents.get(&process).cloned().unwrap_or_default(),
        }
    }
}

fn listed(process: Pid) -> Vec<Pid> {
    let lists =
        threads(process).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(pid).collect::<Vec<_>>())
        .collect()
}

/// Returns the folders of a process's threads.
pub(super) fn threads(process: Pid) -> impl Iterator<Item = PathBuf> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    threads.map(|thread| thread.path())
}

/// Returns the number of threads on the machine.
pub(super) fn threads_of_machine() -> usize {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let threads = load.split_whitespace().nth(3);
    let threads = threads.and_then(|threads| threads.split_once('/')?.1.parse().ok());
    threads.unwrap_or(0)
}

/// Returns the number of threads that a user has.
pub(super) fn threads_of_user(user: Uid) -> usize {
    let user = user.as_raw().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let statuses =
        processes.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    let threads = statuses.filter_map(|status| {
        let value = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            line.split_whitespace().next().map(ToOwned::to_owned)
        };
        (value("Uid:")? == user).then(|| value("Threads:")?.parse::<usize>().ok())?
    });
    threads.sum()
}

/// Returns whether a process has exited, be it that nobody has reaped it.
pub(super) fn is_dead(process: Pid) -> bool {
    stat(process).is_none_or(|(state, _)| matches!(state, 'Z' | 'X'))
}

/// Returns the bytes of memory that a process uses, with those that it shares with others, and
/// without those of mapped files.
pub(super) fn resident_bytes(process: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let bytes = |key| kilobytes(&status, key).unwrap_or(0) * 1024;
    bytes("RssAnon:") + bytes("RssShmem:")
}

/// Returns the bytes of memory that a process uses, where a page that `n` processes share counts
/// one `n`th. This takes longer than [`resident_bytes`].
pub(super) fn proportional_bytes(process: Pid) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let share = kilobytes(&rollup, "Pss:");
    share.map_or_else(|| resident_bytes(process), |kilobytes| kilobytes * 1024)
}

/// Returns the bytes of the files in memory that a process has open, each with its identity.
///
/// Nothing but the process keeps them alive, and they need not be mapped.
pub(super) fn memory_files(process: Pid) -> Vec<((u64, u64), u64)> {
    let files = fs::read_dir(format!("/proc/{process}/fd"));
    let files = files.into_iter().flatten().flatten();
    // The name of such a file is `/memfd:…`, and those of shared memory are below `/dev/shm`.
    let is_in_memory = |target: &Path| {
        let target = target.as_os_str().as_encoded_bytes();
        target.starts_with(b"/memfd:") || target.starts_with(b"/dev/shm/")
    };
    let in_memory =
        files.filter(|file| fs::read_link(file.path()).is_ok_and(|target| is_in_memory(&target)));
    let facts = in_memory.filter_map(|file| fs::metadata(file.path()).ok());
    facts
        .map(|facts| ((facts.dev(), facts.ino()), facts.blocks() * 512))
        .collect()
}

/// Returns the number after a key in a file of lines such as `Pss: 12 kB`.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns when a process was started, in ticks since the machine was.
pub(super) fn start_time(process: Pid) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(19)?.parse().ok()
}

/// Returns the identity of the file that a process executes, unless that cannot be known.
pub(super) fn program(process: Pid) -> Option<(u64, u64)> {
    let file = fs::metadata(format!("/proc/{process}/exe")).ok()?;
    Some((file.dev(), file.ino()))
}

/// Returns the state and the parent of a process.
fn stat(process: Pid) -> Option<(char, Option<Pid>)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // They come after the program's name, which may contain anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace();
    let state = words.next()?.chars().next()?;
    Some((state, words.next().and_then(pid)))
}

fn pid(text: &str) -> Option<Pid> {
    text.parse().ok().and_then(Pid::from_raw)
}
