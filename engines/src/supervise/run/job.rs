//! [`Job`]: a program to run.

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

/// A program to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// The path of the program.
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The whole environment: nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// The working directory.
    pub folder: PathBuf,
    /// The folder of the run, which is all that the program can write to in a sandbox.
    pub own: PathBuf,
    /// The text on standard input.
    pub input: String,
    /// How long the program may run.
    pub time: Duration,
}
