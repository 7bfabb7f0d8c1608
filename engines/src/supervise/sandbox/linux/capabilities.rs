//! The rights of the superuser of a namespace.

use std::io;

use rustix::thread::{
    CapabilitySet, capabilities, clear_ambient_capability_set, configure_capability_in_ambient_set,
    remove_capability_from_bounding_set, set_capabilities,
};

/// Calls `start` such that a program that it starts may mount file systems.
pub(super) fn with_mounting<T>(start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
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
pub(super) fn drop_all() -> io::Result<()> {
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
