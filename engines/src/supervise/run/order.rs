//! The messages between [`Runner`](super::Runner) and its supervisor.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{super::sandbox::Parts, job::Job, limits::RunLimits, outcome::Exit};

/// The order to run a program.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order<'o> {
    pub(super) job: Cow<'o, Job>,
    pub(super) limits: RunLimits,
    pub(super) sandbox: Parts,
}

/// The exit of the program, or the error that prevented its start. Nothing is left of the program
/// when this is sent.
pub(super) type Report = Result<Exit, String>;
