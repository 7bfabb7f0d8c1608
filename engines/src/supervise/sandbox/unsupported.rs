//! Systems without the sandbox: a program that wants one is not run.

use std::{
    ffi::OsString,
    io::{self, Write as _},
};

use super::{
    super::{
        limits::LaunchLimits,
        role::{self, Role},
    },
    Sandbox,
};

/// The role of process 1 in the namespace of a program.
pub(crate) const INIT_ROLE: Role = Role::new("sandbox-init");

/// The role of a process that confines itself and becomes a program.
pub(crate) const PROGRAM_ROLE: Role = Role::new("sandbox-program");

/// Exits with an error.
pub(in crate::supervise) fn run(_: &Sandbox, _: Option<LaunchLimits>, _: &[OsString]) -> ! {
    let _ = writeln!(io::stderr(), "this system has no sandbox");
    role::not_executed()
}

/// Exits with an error.
pub(crate) fn run_init() -> ! {
    role::fail()
}

/// Exits with an error.
pub(crate) fn run_program(_: impl Iterator<Item = OsString>) -> ! {
    role::fail()
}
