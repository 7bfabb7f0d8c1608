//! [`Failure`]: the error of a command, by its exit code.

use std::io;

use crate::server::Error;

/// The error of a command.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(String),
    /// The call or the server failed: exit code 1.
    Failed(Error),
}

impl Failure {
    /// Creates a failure with this message.
    pub fn because(reason: impl Into<String>) -> Self {
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
