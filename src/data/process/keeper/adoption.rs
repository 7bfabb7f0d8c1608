//! Who gets the processes that lose their parent.
//!
//! Linux gives them to the keeper, so that it can find and kill them. Elsewhere they are lost to it unless they stay in the program's
//! process group.

use std::io;

/// From now on, whatever comes of this process and loses its parent is this process's child.
#[cfg(target_os = "linux")]
pub(super) fn begin() -> io::Result<()> {
    let this = rustix::process::getpid();
    Ok(rustix::process::set_child_subreaper(Some(this))?)
}

/// Does nothing: the system cannot.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(super) fn begin() -> io::Result<()> {
    Ok(())
}

/// This process is killed when its parent dies, which must be `parent`.
#[cfg(target_os = "linux")]
pub(super) fn die_with(parent: u32) -> io::Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have died before.
    if std::os::unix::process::parent_id() == parent {
        Ok(())
    } else {
        Err(io::Error::other("the keeper has gone"))
    }
}

/// Does nothing: the system cannot.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(super) fn die_with(_: u32) -> io::Result<()> {
    Ok(())
}
