//! What is said between the engine and a keeper: a line of JSON each way, over a socket.

use std::{borrow::Cow, path::Path};

use serde::{Deserialize, Serialize};

use super::{job::Job, limits::Limits, outcome::Ending};

/// What a keeper is told. The end of its input, after that, means that the program is to be stopped.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order<'o> {
    pub(super) job: Cow<'o, Job>,
    pub(super) limits: Limits,
    /// The program that the keeper is.
    pub(super) keeper: Cow<'o, Path>,
}

/// What a keeper says when nothing is left of the program: how it ended, or why it did not start.
pub(super) type Report = Result<Ending, String>;

/// A value as a line.
pub(super) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
