//! The namespaces of a sandbox: entering them, process 1 of them, and the rights of their
//! superuser.
//!
//! Process 1 mounts `/proc`, and reaps orphans until it is killed.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use rustix::{
    mount::{MountFlags, mount},
    process::{Signal, WaitOptions, getegid, geteuid, set_parent_process_death_signal, wait},
    thread::{
        CapabilitySet, UnshareFlags, capabilities, clear_ambient_capability_set,
        configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
    },
};

use crate::supervise::{program::this_program, role::Role};

/// Enters new namespaces of users, mounts, networks, shared memory and host names. Processes that
/// are started from now on are in a new namespace of processes.
///
/// The user keeps its number, and owns the same files as before. In the new namespaces this process
/// may mount file systems.
///
/// # Errors
/// If the kernel or its settings do not allow it.
pub(super) fn enter() -> io::Result<()> {
    let (user, group) = (geteuid(), getegid());
    #[expect(
        deprecated,
        reason = "it is not safe with `FILES` alone, which is not used"
    )]
    rustix::thread::unshare(
        UnshareFlags::NEWUSER
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWPID
            | UnshareFlags::NEWNET
            | UnshareFlags::NEWIPC
            | UnshareFlags::NEWUTS,
    )?;
    let map = |id: u32| format!("{id} {id} 1");
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", map(user.as_raw()))?;
    fs::write("/proc/self/gid_map", map(group.as_raw()))
}

/// The role of process 1.
pub const INIT_ROLE: Role = Role::new("sandbox-init");

/// The text that process 1 writes when `/proc` is mounted. Otherwise it writes an error.
const READY: &str = "+";
/// How often to look for orphans while there are none.
const PAUSE: Duration = Duration::from_millis(100);

/// Starts process 1 of the namespace that this process has created, and waits until it is ready.
///
/// It is killed when this process dies, and all processes of its namespace with it.
pub(super) fn start_init() -> io::Result<Child> {
    let mut init = with_mounting(|| {
        INIT_ROLE
            .command(&this_program())
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
pub fn run_init() -> ! {
    let said = match prepare_init() {
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

fn prepare_init() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None)?;
    drop_capabilities()
}

/// Calls `start` such that a program that it starts may mount file systems.
fn with_mounting<T>(start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let before = capabilities(None)?;
    let mut sets = before;
    sets.inheritable |= CapabilitySet::SYS_ADMIN;
    set_capabilities(None, sets)?;
    configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?;
    let started = start();
    clear_ambient_capability_set()?;
    set_capabilities(None, before)?;
    started
}

/// Gives up all rights of the superuser, also for programs that this process becomes.
pub(super) fn drop_capabilities() -> io::Result<()> {
    let mut sets = capabilities(None)?;
    if sets.permitted.contains(CapabilitySet::SETPCAP) {
        for right in CapabilitySet::all().iter() {
            // The kernel may not know all of them.
            let _ = remove_capability_from_bounding_set(right);
        }
    }
    clear_ambient_capability_set()?;
    sets.inheritable = CapabilitySet::empty();
    sets.permitted = CapabilitySet::empty();
    sets.effective = CapabilitySet::empty();
    Ok(set_capabilities(None, sets)?)
}
