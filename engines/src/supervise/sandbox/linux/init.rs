//! Process 1 of a sandbox: mounts `/proc`, and reaps orphans until it is killed.

use std::{
    io::{self, Read as _, Write as _},
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use rustix::{
    mount::{MountFlags, mount},
    process::{Signal, WaitOptions, set_parent_process_death_signal, wait},
};

use super::capabilities;
use crate::supervise::{role::Role, this_program::this_program};

/// The role of process 1.
pub const ROLE: Role = Role::new("sandbox-init");

/// The text that process 1 writes when `/proc` is mounted. Otherwise it writes an error.
const READY: &str = "+";
/// How often to look for orphans while there are none.
const PAUSE: Duration = Duration::from_millis(100);

/// Starts process 1 of the namespace that this process has created, and waits until it is ready.
///
/// It is killed when this process dies, and all processes of its namespace with it.
pub(super) fn start() -> io::Result<Child> {
    let mut init = capabilities::with_mounting(|| {
        ROLE.command(&this_program())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    })?;
    let mut said = String::new();
    if let Some(output) = init.stdout.take() {
        output.take(1024).read_to_string(&mut said)?;
    }
    match said == READY {
        true => Ok(init),
        false => Err(io::Error::other(format!(
            "`/proc` cannot be mounted: {said}"
        ))),
    }
}

/// Runs process 1.
pub fn run() -> ! {
    let said = match prepare() {
        Ok(()) => READY.to_owned(),
        Err(error) => error.to_string(),
    };
    let mut output = io::stdout().lock();
    let _ = output
        .write_all(said.as_bytes())
        .and_then(|()| output.flush());
    drop(output);
    // The end of the pipe tells that there is no more to read.
    if let Ok(nothing) = std::fs::File::open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(nothing);
    }
    loop {
        if wait(WaitOptions::empty()).is_err() {
            thread::sleep(PAUSE);
        }
    }
}

fn prepare() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None)?;
    capabilities::drop_all()
}
