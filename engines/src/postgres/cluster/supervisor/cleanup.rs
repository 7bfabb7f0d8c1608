//! Ending the processes of a database whose supervisor was killed too.
//!
//! A supervisor that starts a database holds the folder's lock for supervisors, so whatever still
//! runs in the folder is left over.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{super::error::ClusterError, postgres_command::pause, postmaster::pid_file};
use crate::supervise::control::StopSignal;

/// How long processes have for a fast shutdown, and then for an immediate one.
const FAST: Duration = Duration::from_secs(15);
const IMMEDIATE: Duration = Duration::from_secs(3);

/// Ends what still runs in the folder of a database, and removes the file with its process id,
/// which another process may have by now.
///
/// Only Linux tells where processes work. On other systems PostgreSQL itself checks the process id,
/// and the start is tried again.
pub(super) fn before_start(cluster: &Path, stop: &StopSignal) -> Result<(), ClusterError> {
    if !Path::new("/proc/self/cwd").exists() {
        return Ok(());
    }
    let steps = [
        (Signal::INT, FAST),
        (Signal::QUIT, IMMEDIATE),
        (Signal::KILL, FAST),
    ];
    for (signal, time) in steps {
        let left = processes_in(cluster);
        let first = postmaster(cluster).filter(|first| left.contains(first));
        match first {
            // The postmaster ends the others.
            Some(first) => send(first, signal),
            // Nothing else ends the others, and nobody uses their shared memory any more.
            None => left.iter().for_each(|one| send(*one, Signal::KILL)),
        }
        wait_until_gone(cluster, time, stop)?;
    }
    match fs::remove_file(pid_file(cluster)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(ClusterError::at(&pid_file(cluster))(error))
        }
        _ => Ok(()),
    }
}

fn wait_until_gone(cluster: &Path, time: Duration, stop: &StopSignal) -> Result<(), ClusterError> {
    let end = Instant::now() + time;
    while Instant::now() < end && !processes_in(cluster).is_empty() {
        pause(stop)?;
    }
    Ok(())
}

fn send(process: Pid, signal: Signal) {
    let _ = kill_process(process, signal);
}

/// Returns the process in the file of the database.
fn postmaster(cluster: &Path) -> Option<Pid> {
    let text = fs::read_to_string(pid_file(cluster)).ok()?;
    Pid::from_raw(text.lines().next()?.trim().parse().ok()?)
}

/// Returns the processes of PostgreSQL whose working directory is this folder, as it is of all
/// processes of a database.
fn processes_in(cluster: &Path) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let link = |name| fs::read_link(entry.path().join(name)).ok();
        let is_postgres = link("exe")?.file_name()?.to_str()?.starts_with("postgres");
        (is_postgres && link("cwd")? == cluster).then_some(process)
    });
    processes.filter_map(Pid::from_raw).collect()
}
