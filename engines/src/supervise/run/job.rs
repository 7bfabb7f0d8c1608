//! [`Job`]: a program to run, and the order for it that a [`Runner`](super::Runner) sends.

use std::{borrow::Cow, path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

use super::super::{limits::RunLimits, sandbox::SandboxParts};

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

/// The order to run a program.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunOrder<'o> {
    pub(super) job: Cow<'o, Job>,
    pub(super) limits: RunLimits,
    pub(super) sandbox: SandboxParts,
}
