//! [`ServiceExit`]: the exit of a program that should have stayed.

use std::{fmt, os::unix::process::ExitStatusExt as _, process::ExitStatus};

use serde::{Deserialize, Serialize};

/// The exit of a program that should have stayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceExit {
    code: Option<i32>,
    signal: Option<i32>,
}

impl From<ExitStatus> for ServiceExit {
    fn from(status: ExitStatus) -> Self {
        Self {
            code: status.code(),
            signal: status.signal(),
        }
    }
}

impl fmt::Display for ServiceExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exited with code {code}"),
            (None, Some(signal)) => write!(f, "was ended by signal {signal}"),
            (None, None) => f.write_str("exited"),
        }
    }
}
