//! Starting the programs of PostgreSQL, and waiting for them.

use std::{
    env, io,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use rustix::process::Signal;

use super::super::{data_folder::Account, error::ClusterError};
use crate::supervise::{control::StopSignal, launch};

/// The search path if this process has none: PostgreSQL's programs start each other by a shell.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Returns the command of a program that runs as `account` and gets `signal` when this process
/// dies.
///
/// It must be started on the first thread: the kernel takes that thread for the parent.
///
/// # Errors
/// None in practice: see [`launch::command`].
pub(super) fn postgres_command(
    program: &Path,
    account: Option<&Account>,
    signal: Signal,
) -> io::Result<Command> {
    let search_path = env::var_os("PATH").unwrap_or_else(|| SEARCH_PATH.into());
    let mut command = launch::command(program, signal, None, None)?;
    command
        .env("PATH", search_path)
        // Messages in English, and the same time zone wherever the database is created.
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .stdin(Stdio::null());
    if let Some(account) = account {
        command.uid(account.user).gid(account.group);
    }
    Ok(command)
}

/// How often a supervisor looks at what it waits for.
const POLL: Duration = Duration::from_millis(2);

/// Waits a moment.
///
/// # Errors
/// If the server wants the database to stop, or is gone.
pub(super) fn pause(stop: &StopSignal) -> Result<(), ClusterError> {
    match stop.wait_for(POLL) {
        None => Ok(()),
        Some(_) => Err(ClusterError::Stopped),
    }
}
