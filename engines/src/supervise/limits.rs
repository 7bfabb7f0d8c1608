//! The limits of foreign programs.
//!
//! A supervisor enforces the [`RunLimits`] of a run. Those that the kernel can enforce are
//! [`LaunchLimits`], which a process takes on before it becomes the program.

use std::{io, thread, time::Duration};

use rustix::process::{Resource, Rlimit, geteuid, getrlimit, setpriority_process, setrlimit};
use serde::{Deserialize, Serialize};

use super::proc_fs;

const MEGABYTE: u64 = 1024 * 1024;

/// The limits of a program with all of its descendants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// The most bytes of memory: what one process can allocate, and what all of them use together.
    pub(crate) memory: u64,
    /// The most processes and threads at once.
    pub(crate) processes: usize,
    /// The most bytes of one file.
    pub(crate) file: u64,
    /// The most bytes on standard output, and as many on standard error.
    pub(crate) output: usize,
    /// The most programs at once. Further ones wait.
    pub(crate) concurrency: usize,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self {
            memory: 1024 * MEGABYTE,
            processes: 256,
            file: 64 * MEGABYTE,
            output: 256 * 1024,
            concurrency: 8,
        }
    }
}

/// The niceness of a limited program: server and supervisor can act however many processes it
/// starts.
const NICENESS: i32 = 10;

/// The most open files of one process. It also bounds memory that is held in files without names.
const OPEN_FILES: u64 = 1024;

/// The limits that the kernel enforces on a launched program.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct LaunchLimits {
    /// The time on the clock that the program may take. It gets as much of each processor.
    pub(crate) time: Duration,
    /// The most bytes of memory that one process can allocate.
    pub(crate) memory: u64,
    /// The most bytes of one file.
    pub(crate) file: u64,
    /// The most processes and threads.
    pub(crate) processes: usize,
}

impl LaunchLimits {
    /// Limits this process for good.
    ///
    /// # Errors
    /// If the kernel refuses a limit.
    pub(super) fn take_on(self) -> io::Result<()> {
        setpriority_process(None, NICENESS)?;
        let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
        restrict(Resource::Cpu, (self.time.as_secs() + 1) * processors)?;
        restrict(Resource::Data, self.memory)?;
        restrict(Resource::Fsize, self.file)?;
        restrict(Resource::Nofile, OPEN_FILES)?;
        restrict(Resource::Core, 0)?;
        // The kernel counts all threads of the user, and none of the superuser's. For that user
        // the supervisor alone counts.
        if !geteuid().is_root() {
            let most = proc_fs::threads_of_user(geteuid()) + self.processes;
            restrict(Resource::Nproc, most as u64)?;
        }
        Ok(())
    }
}

/// Limits `resource` to `most`, soft and hard, so that it cannot be raised again. A stricter hard
/// limit stays as it is.
pub(super) fn restrict(resource: Resource, most: u64) -> io::Result<()> {
    let most = getrlimit(resource)
        .maximum
        .map_or(most, |before| before.min(most));
    Ok(setrlimit(
        resource,
        Rlimit {
            current: Some(most),
            maximum: Some(most),
        },
    )?)
}
