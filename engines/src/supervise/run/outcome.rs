//! [`Outcome`]: the result of a run.

use serde::{Deserialize, Serialize};

use super::output::CapturedOutput;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: CapturedOutput,
    pub stderr: CapturedOutput,
    pub exit: Exit,
}

/// The exit of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// The exit code, unless a signal ended the program.
    pub code: Option<i32>,
    /// The signal that ended the program.
    pub signal: Option<i32>,
    /// The reason for stopping the program, unless it ended by itself.
    pub stopped: Option<StopReason>,
}

/// The reason for stopping a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// Its time was over.
    Time,
    /// It wrote too much, or the server stopped waiting for it.
    Output,
    /// There were too many processes or threads.
    Processes,
    /// All processes together used too much memory.
    Memory,
}
