//! [`Role`]: what this program does as a child process, and the codes that it exits with.

use std::{
    ffi::{OsStr, OsString},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{self, Command},
};

use serde::de::DeserializeOwned;

/// The first argument of a child process. The second is its role.
pub const WORKER: &str = "worker";

/// A role that this program takes on when it is started as `toolwright worker ROLE …`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role(&'static str);

impl Role {
    /// Creates the role of this name. The composition root maps names to functions.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns whether `name` is the name of this role.
    pub fn is_named(self, name: &OsStr) -> bool {
        name == self.0
    }

    /// Returns the command that starts `program` in this role, with an empty environment and in
    /// the root folder.
    pub fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .arg0("toolwright")
            .args([WORKER, self.0])
            .env_clear()
            .current_dir("/");
        command
    }
}

/// Reads an argument of a child process, which is JSON. The process exits if there is none.
pub(crate) fn argument<T: DeserializeOwned>(argument: Option<OsString>) -> T {
    let value = argument.and_then(|text| serde_json::from_slice(text.as_encoded_bytes()).ok());
    value.unwrap_or_else(|| fail())
}

/// A child process cannot do its work (`EX_SOFTWARE` of `sysexits.h`).
pub(super) const FAILED: i32 = 70;

/// A program could not be executed. Shells use the same code.
const NOT_EXECUTED: i32 = 127;

/// Exits because this child process cannot do its work.
pub(crate) fn fail() -> ! {
    process::exit(FAILED)
}

/// Exits because the program to become could not be executed.
pub(super) fn not_executed() -> ! {
    process::exit(NOT_EXECUTED)
}
