//! [`Outcome`]: what came of a program.

use serde::{Deserialize, Serialize};

use super::output::Captured;

/// What came of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Its standard output.
    pub(crate) stdout: Captured,
    /// Its standard error.
    pub(crate) stderr: Captured,
    /// How it ended.
    pub(crate) ending: Ending,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    /// What it returned, unless a signal ended it.
    pub(crate) code: Option<i32>,
    /// The signal that ended it.
    pub(crate) signal: Option<i32>,
    /// Why it was stopped, if it did not end by itself.
    pub(crate) stopped: Option<Stop>,
}

/// Why a program was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stop {
    /// Its time was over.
    Time,
    /// It wrote too much, or nobody waits for it any more.
    Output,
    /// There were too many processes or threads.
    Processes,
    /// All of it together used too much memory.
    Memory,
}
