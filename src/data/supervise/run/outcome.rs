//! [`Outcome`]: the result of a run.

use serde::{Deserialize, Serialize};

use super::output::CapturedOutput;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) stdout: CapturedOutput,
    pub(crate) stderr: CapturedOutput,
    pub(crate) exit: Exit,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exit {
    /// The exit code, unless a signal ended the program.
    pub(crate) code: Option<i32>,
    /// The signal that ended the program.
    pub(crate) signal: Option<i32>,
    /// Why the program was stopped, unless it ended by itself.
    pub(crate) stopped: Option<StopReason>,
}

/// Why a program was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StopReason {
    /// Its time was over.
    Time,
    /// It wrote too much, or the server stopped waiting for it.
    Output,
    /// There were too many processes or threads.
    Processes,
    /// All processes together used too much memory.
    Memory,
}
