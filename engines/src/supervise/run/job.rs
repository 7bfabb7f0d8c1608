//! [`Job`]: a program to run.

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

/// A program to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The path of the program.
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    /// The whole environment: nothing is inherited.
    pub(crate) environment: Vec<(String, String)>,
    /// The working directory.
    pub(crate) folder: PathBuf,
    /// The folder of the run, which is all that the program can write to in a sandbox.
    pub(crate) own: PathBuf,
    /// The text on standard input.
    pub(crate) input: String,
    /// How long the program may run.
    pub(crate) time: Duration,
}
