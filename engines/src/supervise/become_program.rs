//! Becoming another program.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    os::unix::process::CommandExt as _,
    process::Command,
};

use super::exit_code;

/// Becomes the program that the first word names. The other words are its arguments.
pub(super) fn become_program(words: &[OsString]) -> ! {
    let Some((program, arguments)) = words.split_first() else {
        exit_code::fail();
    };
    let error = Command::new(program).args(arguments).exec();
    let name = program.display();
    let _ = writeln!(io::stderr(), "`{name}` cannot be started: {error}");
    exit_code::not_executed()
}
