//! [`PythonSettings`]: where Python is, and [`PythonLimits`]: the limits of its workers.

use std::{ffi::OsString, path::PathBuf, time::Duration};

/// The places of Python and of the scripts.
#[derive(Debug, Clone)]
pub struct PythonSettings {
    /// The `toolwright` binary, which supervises the workers.
    pub program: PathBuf,
    /// An interpreter, a virtual environment, or a name that is searched. `python3` if absent.
    pub interpreter: Option<String>,
    /// The folders in which the interpreter is searched, in the form of the variable `PATH`.
    pub search_path: OsString,
    /// The folder of scripts.
    pub folder: PathBuf,
    /// The whole environment of the workers.
    pub environment: Vec<(String, String)>,
    pub limits: PythonLimits,
}

/// The limits of workers.
#[derive(Debug, Clone, Copy)]
pub struct PythonLimits {
    /// The most workers of all functions together.
    pub(crate) workers: usize,
    /// The most workers of one function.
    pub(crate) workers_of_one: usize,
    /// How long an idle worker stays.
    pub(crate) idle: Duration,
    /// How long a function may take to be loaded and described.
    pub(crate) description: Duration,
    /// The most bytes of a result.
    pub(crate) result: usize,
}

impl Default for PythonLimits {
    fn default() -> Self {
        Self {
            workers: 32,
            workers_of_one: 8,
            idle: Duration::from_secs(5 * 60),
            description: Duration::from_secs(10),
            result: 8 * 1024 * 1024,
        }
    }
}
