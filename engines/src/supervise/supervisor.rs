//! A supervisor, in its own process: starts a program, watches it, and kills all of its
//! descendants.
//!
//! What it starts and how it watches is a [`Task`]: [`run`](super::run) has one for a program that
//! runs to its end, [`service`](super::service) one for a program that stays.
//!
//! ```text
//! first thread     reaps orphans and checks the program at each tick
//! other threads    wait for the program's exit, and for the end of the socket
//! ```

use std::{
    fmt, io,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    process::{self, Child, Command, ExitStatus},
    time::Duration,
};

use rustix::process::Pid;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    control::{self, Event, StopSignal},
    process_tree::{self, ProcessTree},
    role,
};

/// The order of a supervisor: a program, and how it is watched.
pub(super) trait Task: DeserializeOwned {
    /// How often orphans are reaped and the program is checked.
    const TICK: Duration;

    /// Returns the command that launches the program.
    fn command(&self) -> io::Result<Command>;

    /// Called when the program has been started.
    fn started(&self, _program: &mut Child) {}

    /// Starts the check that runs at each tick. It returns why the program must be stopped.
    fn watch(&self) -> impl FnMut(&ProcessTree) -> Option<StopReason> {
        |_: &ProcessTree| None
    }
}

/// The exit of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramExit {
    /// The exit code, unless a signal ended the program.
    pub code: Option<i32>,
    /// The signal that ended the program.
    pub signal: Option<i32>,
    /// The reason for stopping the program, unless it ended by itself.
    pub stopped: Option<StopReason>,
}

/// The reason for stopping a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// Its time was over.
    Time,
    /// It wrote too much, or the server stopped waiting for it.
    Output,
    /// There were too many processes or threads.
    Processes,
    /// All processes together used too much memory.
    Memory,
}

/// The exit of the program, or the error that prevented its start. Nothing is left of the program
/// when this is sent.
pub(super) type ProgramReport = Result<ProgramExit, String>;

impl ProgramExit {
    fn new(status: ExitStatus, stopped: Option<StopReason>) -> Self {
        Self {
            code: status.code(),
            signal: status.signal(),
            stopped,
        }
    }
}

impl fmt::Display for ProgramExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exited with code {code}"),
            (None, Some(signal)) => write!(f, "was ended by signal {signal}"),
            (None, None) => f.write_str("exited"),
        }
    }
}

/// Runs the program of the task that the server orders, and exits when nothing is left of it.
pub(super) fn run<T: Task>() -> ! {
    match supervise::<T>() {
        Ok(()) => process::exit(0),
        Err(_) => role::fail(),
    }
}

fn supervise<T: Task>() -> io::Result<()> {
    process_tree::adopt_orphans()?;
    let (task, stop, mut reporter) = control::accept::<T>()?;
    let report: ProgramReport = match start(&task) {
        Ok(program) => Ok(attend(program, &stop, &task)?),
        Err(error) => Err(error.to_string()),
    };
    reporter.send(&report)
}

/// Starts the program as the leader of a process group.
fn start(task: &impl Task) -> io::Result<Child> {
    let mut program = task.command()?.process_group(0).spawn()?;
    task.started(&mut program);
    Ok(program)
}

/// Waits until the program has exited or must be stopped, and kills what is left of it.
fn attend<T: Task>(mut program: Child, stop: &StopSignal, task: &T) -> io::Result<ProgramExit> {
    let leader = Pid::from_child(&program);
    stop.also_at_exit_of(leader);
    let tree = ProcessTree::of(leader);
    let mut check = task.watch();
    let stopped = loop {
        match stop.wait_for(T::TICK) {
            Some(Event::Exited) => break None,
            Some(Event::Stop) => break Some(StopReason::Output),
            None => {
                tree.reap_orphans();
                if let Some(reason) = check(&tree) {
                    break Some(reason);
                }
            }
        }
    };
    tree.kill();
    Ok(ProgramExit::new(program.wait()?, stopped))
}
