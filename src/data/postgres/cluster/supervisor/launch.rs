//! From a keeper to a program of PostgreSQL: [`command`] runs this same program once more, which [ties its life](become_program) to the
//! keeper's and becomes the other.

use std::{
    env,
    ffi::OsString,
    io::{self, Write as _},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{self, Command, Stdio},
};

use rustix::process::Signal;

use super::super::{WORKER, data_folder::Account, role::LAUNCH};
use crate::data::supervise::{
    die_with,
    worker::{self, broken, this_program},
};

/// Where a shell is, and what it finds: programs of PostgreSQL start each other by it.
const SEARCH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The code of a program that cannot be started, as shells have it.
const NOT_STARTED: i32 = 127;

/// A program of PostgreSQL that runs as `account` and gets `signal` when this process dies. To be started by the first thread: the
/// system takes the end of the thread for the end of the process.
pub(super) fn command(program: &Path, account: Option<&Account>, signal: Signal) -> Command {
    let mut command = Command::new(this_program());
    command
        .arg0("toolwright")
        .args([worker::COMMAND, WORKER, LAUNCH])
        .arg(process::id().to_string())
        .arg(signal.as_raw().to_string())
        .arg(program)
        .env_clear()
        .env("PATH", env::var_os("PATH").unwrap_or_else(|| SEARCH.into()))
        // Messages in English, and times of one zone wherever the database is made.
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .current_dir("/")
        .stdin(Stdio::null());
    if let Some(account) = account {
        command.uid(account.user).gid(account.group);
    }
    command
}

/// Becomes the program that the words after the first two name.
pub(in super::super) fn become_program(mut words: impl Iterator<Item = OsString>) -> ! {
    let parent = number(words.next());
    let signal = number(words.next()).and_then(Signal::from_named_raw);
    let (Some(parent), Some(signal)) = (parent, signal) else {
        broken()
    };
    if die_with(parent.cast_unsigned(), signal).is_err() {
        broken();
    }
    let program = words.next().unwrap_or_default();
    let error = Command::new(&program).args(words).exec();
    let _ = writeln!(
        io::stderr(),
        "`{}` cannot be started: {error}",
        program.display()
    );
    process::exit(NOT_STARTED)
}

fn number(word: Option<OsString>) -> Option<i32> {
    word?.to_str()?.parse().ok()
}
