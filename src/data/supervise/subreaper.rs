//! Who gets the processes that lose their parent.
//!
//! Linux gives them to the keeper, so that it can find and kill them. Elsewhere they are lost to it unless they stay in the program's
//! process group.

use std::io;

use rustix::process::Signal;

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

/// This process gets `signal` when its parent dies, which must be `parent`. To the system, its parent is the thread that started it.
#[cfg(target_os = "linux")]
pub(crate) fn die_with(parent: u32, signal: Signal) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(signal))?;
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
pub(crate) fn die_with(_: u32, _: Signal) -> io::Result<()> {
    Ok(())
}
