//! [`Limits`]: how far a program may go.

use serde::{Deserialize, Serialize};

const MEGABYTE: u64 = 1024 * 1024;

/// How far a program may go, and all that it starts with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Limits {
    /// The most bytes of memory: what one process can ask for, and what all of them really use together.
    pub(crate) memory: u64,
    /// The most processes and threads at once.
    pub(crate) processes: usize,
    /// The most bytes of one file.
    pub(crate) file: u64,
    /// The most bytes on standard output, and on standard error.
    pub(crate) output: usize,
    /// The most programs at once. More wait.
    pub(crate) together: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 1024 * MEGABYTE,
            processes: 256,
            file: 64 * MEGABYTE,
            output: 256 * 1024,
            together: 8,
        }
    }
}
