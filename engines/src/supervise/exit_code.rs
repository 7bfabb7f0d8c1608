//! The exit codes of child processes.

use std::process;

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
