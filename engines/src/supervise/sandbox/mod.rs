//! The sandbox of foreign programs, made of up to three [`SandboxParts`] of the Linux kernel.
//!
//! | part | what the program cannot do | needs |
//! |---|---|---|
//! | namespaces | see files outside of its folder and the system's programs, write outside of its folder, use a network, see or signal other processes | unprivileged user namespaces |
//! | Landlock | the same for files and signals, enforced a second time; read the memory and the environment of other processes | Linux 5.13 |
//! | seccomp | open other sockets than unix sockets, trace processes, mount, create namespaces, load kernel code | |
//!
//! No part needs a program or a library of the system. Each works without the others, so that
//! a machine without user namespaces still has two of them.
//!
//! ```text
//! supervisor ─▶ launch: new namespaces, new root ─┬▶ process 1 of the namespace: reaps orphans
//!                                                 └▶ limits, Landlock, seccomp, exec: the program
//! ```
//!
//! When the launch process dies, process 1 dies, and the kernel kills everything in its namespace.

#[cfg(target_os = "linux")]
mod linux;
mod parts;
#[cfg(not(target_os = "linux"))]
mod unsupported;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub use self::linux::INIT_ROLE;
#[cfg(target_os = "linux")]
pub use self::linux::PROGRAM_ROLE;
#[cfg(target_os = "linux")]
pub(super) use self::linux::run;
#[cfg(target_os = "linux")]
pub use self::linux::run_init;
#[cfg(target_os = "linux")]
pub use self::linux::run_program;
pub use self::parts::{Availability, SandboxParts};
#[cfg(not(target_os = "linux"))]
pub use self::unsupported::INIT_ROLE;
#[cfg(not(target_os = "linux"))]
pub use self::unsupported::PROGRAM_ROLE;
#[cfg(not(target_os = "linux"))]
pub(super) use self::unsupported::run;
#[cfg(not(target_os = "linux"))]
pub use self::unsupported::run_init;
#[cfg(not(target_os = "linux"))]
pub use self::unsupported::run_program;

/// The parts of the machine that a program can reach. All paths are absolute and contain no links.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Sandbox {
    /// The parts to use.
    pub(crate) parts: SandboxParts,
    /// The only folder that the program can write to.
    pub(crate) folder: PathBuf,
    /// The folder that the program starts in.
    pub(crate) start: PathBuf,
    /// The paths that it can read and execute beside the programs of the system.
    pub(crate) readable: Vec<PathBuf>,
}
