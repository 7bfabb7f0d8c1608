//! New namespaces for this process and what it starts.

use std::{fs, io};

use rustix::{
    process::{getegid, geteuid},
    thread::UnshareFlags,
};

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
