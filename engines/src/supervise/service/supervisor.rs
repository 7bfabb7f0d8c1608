//! The supervisor of a service, in its own process: starts a program and kills all of its
//! descendants when it is over.

use std::{
    io,
    os::unix::process::CommandExt as _,
    process::{self, Child},
    time::Duration,
};

use rustix::process::{Pid, Signal};

use super::{
    super::{
        control::{self, StopSignal},
        launch,
        process_tree::{self, ProcessTree},
        role::{self, Role},
    },
    Report, ServiceExit, ServiceOrder,
};

/// The role of a supervisor of one service.
pub const ROLE: Role = Role::new("service");

/// How often the orphans of the program are reaped.
const TICK: Duration = Duration::from_secs(1);

/// Runs one program, and exits when nothing is left of it.
pub fn run() -> ! {
    match supervise() {
        Ok(()) => process::exit(0),
        Err(_) => role::fail(),
    }
}

fn supervise() -> io::Result<()> {
    process_tree::adopt_orphans()?;
    let (order, stop, mut reporter) = control::accept::<ServiceOrder>()?;
    let report: Report = match start(&order) {
        Ok(program) => Ok(attend(program, &stop)?),
        Err(error) => Err(error.to_string()),
    };
    reporter.send(&report)
}

/// Starts the program as the leader of a process group.
///
/// The standard output of this process is the socket on which the program answers, and its standard
/// error the pipe for everything that the program prints.
fn start(order: &ServiceOrder) -> io::Result<Child> {
    let requests = rustix::stdio::stdout().try_clone_to_owned()?;
    let prints = rustix::stdio::stderr().try_clone_to_owned()?;
    launch::command(&order.program, Signal::KILL, None, None)?
        .args(&order.arguments)
        .envs(order.environment.iter().cloned())
        .current_dir(&order.folder)
        .stdin(requests)
        .stdout(prints)
        .process_group(0)
        .spawn()
}

/// Waits until the program has exited or must be stopped, and kills what is left of it.
fn attend(mut program: Child, stop: &StopSignal) -> io::Result<ServiceExit> {
    let leader = Pid::from_child(&program);
    stop.also_at_exit_of(leader);
    let tree = ProcessTree::of(leader);
    while stop.wait_for(TICK).is_none() {
        tree.reap_orphans();
    }
    tree.kill();
    Ok(program.wait()?.into())
}
