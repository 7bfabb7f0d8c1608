//! The messages between [`Runner`](super::Runner) and its supervisor.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{job::Job, limits::RunLimits, outcome::Exit};

/// What a supervisor is to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order<'o> {
    pub(super) job: Cow<'o, Job>,
    pub(super) limits: RunLimits,
}

/// How the program ended, or why it did not start. Nothing is left of it when this is sent.
pub(super) type Report = Result<Exit, String>;
