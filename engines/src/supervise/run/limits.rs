//! [`RunLimits`]: the limits of a program.

use serde::{Deserialize, Serialize};

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
