//! [`Job`]: a program to run.

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

/// A program to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The program's path.
    pub(crate) program: PathBuf,
    /// What it is called with.
    pub(crate) arguments: Vec<String>,
    /// All of its environment.
    pub(crate) environment: Vec<(String, String)>,
    /// Where it starts.
    pub(crate) folder: PathBuf,
    /// What it reads on standard input.
    pub(crate) input: String,
    /// How long it may take.
    pub(crate) time: Duration,
}
