//! Orphans: this process adopts its descendants, or dies with its parent.
//!
//! Only Linux can do both. On other systems a supervisor loses the descendants that leave its
//! program's process group, and a launched program may outlive a supervisor that is killed.

use std::io;

use rustix::process::Signal;

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
