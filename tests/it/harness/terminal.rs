//! A program that a person runs in a terminal.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _},
    process::{Command, Stdio},
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Opens a terminal. Returns the side that shows what is written to it, and the side of the program.
pub(crate) fn open_terminal() -> (File, File) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    let terminal = options.open(name.to_str().unwrap()).unwrap();
    (File::from(controller), terminal)
}

/// Runs a program to its end with a terminal as its standard streams. Returns its exit code and what the
/// terminal shows.
pub(crate) fn run_in_terminal(mut command: Command) -> (Option<i32>, String) {
    let (mut controller, terminal) = open_terminal();
    let stream = || Stdio::from(terminal.try_clone().unwrap());
    command.stdin(stream()).stdout(stream()).stderr(stream());
    let mut child = command.spawn().unwrap();
    // The terminal is closed when the last process that has it is gone.
    drop(command);
    drop(terminal);
    let mut shown = Vec::new();
    let read = controller.read_to_end(&mut shown);
    if let Err(error) = read {
        assert_eq!(error.kind(), io::Error::from_raw_os_error(5).kind());
    }
    let code = child.wait().unwrap().code();
    (code, String::from_utf8(shown).unwrap())
}
