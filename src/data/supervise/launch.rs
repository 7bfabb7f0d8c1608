//! Launching a program from a supervisor: [`command`] starts this program once more, in the role
//! [`ROLE`], which takes on limits and a parent-death signal and then becomes the program.
//!
//! Both are taken on in a process of their own, before `exec`, so that they hold from the first
//! instruction of the program, and for everything that it starts.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{self, Command},
    thread,
    time::Duration,
};

use rustix::process::{Resource, Signal, geteuid, setpriority_process};
use serde::{Deserialize, Serialize};

use super::{
    exit_code, proc_fs, rlimit::restrict, role::Role, subreaper, this_program::this_program,
};

/// The role of a process that becomes another program.
pub(crate) const ROLE: Role = Role::new("launch");

/// The niceness of a limited program: server and supervisor can act however many processes it
/// starts.
const NICENESS: i32 = 10;

/// The limits that the kernel enforces on a launched program.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct LaunchLimits {
    /// The time on the clock that the program may take. It gets as much of each processor.
    pub(crate) time: Duration,
    /// The most bytes of memory that one process can allocate.
    pub(crate) memory: u64,
    /// The most bytes of one file.
    pub(crate) file: u64,
    /// The most processes and threads.
    pub(crate) processes: usize,
}

#[derive(Debug, Serialize, Deserialize)]
struct Launch {
    parent: u32,
    /// The number of the signal that the program gets when the parent dies.
    signal: i32,
    limits: Option<LaunchLimits>,
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
) -> io::Result<Command> {
    let launch = Launch {
        parent: process::id(),
        signal: signal.as_raw(),
        limits,
    };
    let mut command = ROLE.command(&this_program());
    command.arg(serde_json::to_string(&launch)?).arg(program);
    Ok(command)
}

/// Becomes the program that the arguments name. The first argument is a [`Launch`].
pub(crate) fn run(mut arguments: impl Iterator<Item = OsString>) -> ! {
    if prepare(arguments.next()).is_err() {
        exit_code::fail();
    }
    let program = arguments.next().unwrap_or_default();
    let error = Command::new(&program).args(arguments).exec();
    let name = program.display();
    let _ = writeln!(io::stderr(), "`{name}` cannot be started: {error}");
    exit_code::not_executed()
}

fn prepare(launch: Option<OsString>) -> io::Result<()> {
    let launch = launch.unwrap_or_default();
    let launch: Launch = serde_json::from_slice(launch.as_encoded_bytes())?;
    let signal = Signal::from_named_raw(launch.signal);
    let signal = signal.ok_or(io::ErrorKind::InvalidInput)?;
    subreaper::die_with(launch.parent, signal)?;
    launch.limits.map_or(Ok(()), LaunchLimits::take_on)
}

impl LaunchLimits {
    fn take_on(self) -> io::Result<()> {
        setpriority_process(None, NICENESS)?;
        let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
        restrict(Resource::Cpu, (self.time.as_secs() + 1) * processors)?;
        restrict(Resource::Data, self.memory)?;
        restrict(Resource::Fsize, self.file)?;
        restrict(Resource::Core, 0)?;
        // The kernel counts all threads of the user, and none of the superuser's. For that user
        // the supervisor alone counts.
        if !geteuid().is_root() {
            let most = proc_fs::threads_of_user(geteuid()) + self.processes;
            restrict(Resource::Nproc, most as u64)?;
        }
        Ok(())
    }
}
