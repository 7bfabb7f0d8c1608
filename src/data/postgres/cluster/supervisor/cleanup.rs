//! What was left of a database whose keeper was killed too.
//!
//! Who starts a database holds the lock of its keepers, so whatever still runs in its folder belongs to nobody.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{ClusterError, Wishes, postmaster::pid_file};

/// How long what is left has to end by itself, and then to end without tidying up.
const FAST: Duration = Duration::from_secs(15);
const IMMEDIATE: Duration = Duration::from_secs(3);

/// Ends what still runs in the folder of a database, and forgets which process it was: its number may be another's by now.
///
/// Other systems than Linux do not say who works where. There PostgreSQL itself looks at the number, and the start is tried again.
pub(super) fn before_start(cluster: &Path, wishes: &Wishes) -> Result<(), ClusterError> {
    if !Path::new("/proc/self/cwd").exists() {
        return Ok(());
    }
    let steps = [
        (Signal::INT, FAST),
        (Signal::QUIT, IMMEDIATE),
        (Signal::KILL, FAST),
    ];
    for (signal, patience) in steps {
        let left = processes_in(cluster);
        let first = postmaster(cluster).filter(|first| left.contains(first));
        match first {
            // It ends the others.
            Some(first) => send(first, signal),
            // Nobody ends the others, and nobody uses what they have in common.
            None => left.iter().for_each(|one| send(*one, Signal::KILL)),
        }
        wait_until_gone(cluster, patience, wishes)?;
    }
    match fs::remove_file(pid_file(cluster)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(ClusterError::at(&pid_file(cluster))(error))
        }
        _ => Ok(()),
    }
}

fn wait_until_gone(
    cluster: &Path,
    patience: Duration,
    wishes: &Wishes,
) -> Result<(), ClusterError> {
    let end = Instant::now() + patience;
    while Instant::now() < end && !processes_in(cluster).is_empty() {
        wishes.pause()?;
    }
    Ok(())
}

fn send(process: Pid, signal: Signal) {
    let _ = kill_process(process, signal);
}

/// The process that the database says it is.
fn postmaster(cluster: &Path) -> Option<Pid> {
    let text = fs::read_to_string(pid_file(cluster)).ok()?;
    Pid::from_raw(text.lines().next()?.trim().parse().ok()?)
}

/// The programs of PostgreSQL that work in this folder, as all of a database do.
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
