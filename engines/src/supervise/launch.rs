//! Launching a program from a supervisor: `command` starts this program once more, in the role
//! [`ROLE`], which takes on limits, a sandbox and a parent-death signal and then becomes the
//! program.
//!
//! All of them are taken on in a process of their own, before `exec`, so that they hold from the
//! first instruction of the program, and for everything that it starts.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    iter,
    path::Path,
    process::{self, Child, Command},
    thread,
};

use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use super::{
    limits::LaunchLimits,
    process_tree,
    program::{become_program, this_program},
    role::{self, Role},
    sandbox::{self, Sandbox},
};

/// The role of a process that becomes another program.
pub const ROLE: Role = Role::new("launch");

/// How a program is launched.
#[derive(Debug, Serialize, Deserialize)]
struct Launch {
    parent: u32,
    /// The number of the signal that the program gets when the parent dies.
    signal: i32,
    limits: Option<LaunchLimits>,
    sandbox: Option<Sandbox>,
}

/// Returns the command of a program that gets `signal` when this process dies.
///
/// The caller adds arguments, environment, folder and streams. It must start the command on a
/// thread that lives as long as the program should: the kernel takes that thread for the parent.
///
/// # Errors
/// None in practice: if the limits cannot be written as JSON.
pub(crate) fn command(
    program: &Path,
    signal: Signal,
    limits: Option<LaunchLimits>,
    sandbox: Option<Sandbox>,
) -> io::Result<Command> {
    command_of(&this_program(), program, signal, limits, sandbox)
}

/// Returns the [`command`] that a `launcher` runs, which is the `toolwright` binary.
pub(super) fn command_of(
    launcher: &Path,
    program: &Path,
    signal: Signal,
    limits: Option<LaunchLimits>,
    sandbox: Option<Sandbox>,
) -> io::Result<Command> {
    let launch = Launch {
        parent: process::id(),
        signal: signal.as_raw(),
        limits,
        sandbox,
    };
    let mut command = ROLE.command(launcher);
    command.arg(serde_json::to_string(&launch)?).arg(program);
    Ok(command)
}

/// Becomes the program that the arguments name. The first argument is a `Launch`.
pub fn run(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let Ok(launch) = prepare(arguments.next()) else {
        role::fail();
    };
    let program = arguments.next().unwrap_or_default();
    let words: Vec<OsString> = iter::once(program).chain(arguments).collect();
    if let Some(sandbox) = launch.sandbox {
        sandbox::run(&sandbox, launch.limits, &words);
    }
    if launch
        .limits
        .is_some_and(|limits| limits.take_on().is_err())
    {
        role::fail();
    }
    become_program(&words)
}

fn prepare(launch: Option<OsString>) -> io::Result<Launch> {
    let launch = launch.unwrap_or_default();
    let launch: Launch = serde_json::from_slice(launch.as_encoded_bytes())?;
    let signal = Signal::from_named_raw(launch.signal);
    let signal = signal.ok_or(io::ErrorKind::InvalidInput)?;
    process_tree::die_with(launch.parent, signal)?;
    Ok(launch)
}

/// Writes `text` to the standard input of `child` in a thread, and closes it.
///
/// A child that does not read all of it is no failure: how it exits says what it made of it.
pub(crate) fn feed(child: &mut Child, text: String) {
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || {
            let _ = stdin.write_all(text.as_bytes());
        });
    }
}
