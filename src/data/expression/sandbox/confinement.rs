//! What the kernel holds a worker to.
//!
//! Linux holds all of it. macOS has the same calls, but does not count all memory: there the interpreter's own check of single large values
//! and the limit of time are what remains.

use std::io;

use rustix::process::Resource;

use super::{super::limits::Limits, STACK};
use crate::data::rlimit::restrict;

/// What a worker has beside values and its stack: its own data, other stacks, what the allocator keeps for itself.
const BASE: u64 = 1024 * 1024;

/// Takes from this process, for good, the memory beyond its limits, and new files, sockets and processes, which the interpreter has
/// no way to ask for anyhow. What is open stays open: the two pipes.
pub(super) fn enter(limits: &Limits) -> io::Result<()> {
    let data = limits.memory + STACK as u64 + BASE;
    for (resource, most) in [
        (Resource::Data, data),
        (Resource::Nofile, 0),
        (Resource::Fsize, 0),
        (Resource::Nproc, 0),
        (Resource::Core, 0),
    ] {
        restrict(resource, most)?;
    }
    Ok(())
}
