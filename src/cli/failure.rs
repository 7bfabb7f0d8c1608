//! [`Failure`]: why a command did not do its work, split by the exit code it ends with.

use std::io;

use crate::server::Error;

/// Why a command did not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was called wrongly: exit code 2.
    Usage(String),
    /// The call or the server failed: exit code 1.
    Failed(Error),
}

impl Failure {
    /// The command cannot be carried out, for this reason.
    pub(crate) fn because(reason: impl Into<String>) -> Self {
        Self::Failed(Error::Command(reason.into()))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}
