//! [`PythonError`]: the error of a call.

use std::io;

use crate::supervise::ProgramExit;

/// The error of a call.
#[derive(Debug, thiserror::Error)]
pub enum PythonError {
    /// There is no interpreter.
    #[error("the Python interpreter `{0}` is not found: set `TOOLWRIGHT_PYTHON`")]
    NoInterpreter(String),
    /// The script cannot be read, or a link leads out of the folder of scripts.
    #[error("the script `{name}` {problem}")]
    Script { name: String, problem: String },
    /// The function raised an error, has a result that is not JSON, or cannot be loaded. The text is
    /// what Python says.
    #[error("{0}")]
    Raised(String),
    /// The process ended without an answer.
    #[error("the Python process {0} without an answer")]
    Exited(ProgramExit),
    /// The process wrote something else than answers.
    #[error("the Python process wrote something that is not an answer")]
    Garbage,
    /// The function could not be loaded within the time for it.
    #[error("the function was not loaded within {0:?}")]
    Slow(std::time::Duration),
    /// The process could not be started, or its supervisor is gone.
    #[error("the Python process failed: {0}")]
    Unavailable(#[from] io::Error),
}
