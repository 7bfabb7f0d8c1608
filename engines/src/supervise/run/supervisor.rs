//! The supervisor of a run, in its own process: starts a program, watches it, and kills all of its
//! descendants.
//!
//! ```text
//! first thread     checks the time, the number of processes and their memory every 10 ms
//! other threads    wait for the program's exit, and for the end of the socket
//!                  write the program's standard input
//! ```

use std::{
    io,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    path::PathBuf,
    process::{self, Child, ExitStatus, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, setpriority_process};

use super::{
    super::{
        control, exit_code, launch,
        launch_limits::LaunchLimits,
        process_tree::ProcessTree,
        role::Role,
        sandbox::Sandbox,
        stdin,
        stop_signal::{Event, StopSignal},
        subreaper,
    },
    job::Job,
    limit_watch::LimitWatch,
    order::{Order, Report},
    outcome::{Exit, StopReason},
};

/// The role of a supervisor of one run.
pub const ROLE: Role = Role::new("process");

/// The niceness of a supervisor: it comes before everything that its program starts.
const NICENESS: i32 = -20;

/// How often the limits are checked.
const TICK: Duration = Duration::from_millis(10);

/// Runs one program, and exits when nothing is left of it.
pub fn run() -> ! {
    match supervise() {
        Ok(()) => process::exit(0),
        Err(_) => exit_code::fail(),
    }
}

fn supervise() -> io::Result<()> {
    subreaper::adopt_orphans()?;
    // Only the superuser may. For others the kernel limits the number of processes.
    let _ = setpriority_process(None, NICENESS);
    let (order, stop, mut reporter) = control::accept::<Order<'_>>()?;
    let report: Report = match start(&order) {
        Ok(program) => Ok(attend(program, &stop, &order)?),
        Err(error) => Err(error.to_string()),
    };
    reporter.send(&report)
}

/// Starts the program as the leader of a process group.
fn start(order: &Order<'_>) -> io::Result<Child> {
    let (job, limits) = (&order.job, &order.limits);
    let limits = LaunchLimits {
        time: job.time,
        memory: limits.memory,
        file: limits.file,
        processes: limits.processes,
    };
    let sandbox = (!order.sandbox.is_empty()).then(|| Sandbox {
        parts: order.sandbox,
        folder: job.own.clone(),
        start: job.folder.clone(),
        readable: prefixes(job),
    });
    let mut program = launch::command(&job.program, Signal::KILL, Some(limits), sandbox)?
        .args(&job.arguments)
        .envs(job.environment.iter().cloned())
        .current_dir(&job.folder)
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()?;
    stdin::feed(&mut program, job.input.clone());
    Ok(program)
}

/// Returns the folders that the program is installed in, and those of what it is a link to.
///
/// An interpreter finds its modules there. A folder that contains the folder of the run contains
/// much else, so that only the program's own folder is returned then.
fn prefixes(job: &Job) -> Vec<PathBuf> {
    let programs = [Some(job.program.clone()), job.program.canonicalize().ok()];
    let folders = programs.into_iter().flatten().filter_map(|program| {
        let folder = program.parent()?.canonicalize().ok()?;
        let prefix = folder
            .parent()
            .filter(|prefix| !job.own.starts_with(prefix));
        Some(prefix.map_or(folder.clone(), ToOwned::to_owned))
    });
    folders
        .filter(|folder| !job.own.starts_with(folder))
        .collect()
}

/// Waits until the program has exited or must be stopped, and kills what is left of it.
fn attend(mut program: Child, stop: &StopSignal, order: &Order<'_>) -> io::Result<Exit> {
    let leader = Pid::from_child(&program);
    stop.also_at_exit_of(leader);
    let tree = ProcessTree::of(leader);
    let mut watch = LimitWatch::start(order.job.time, order.limits);
    let stopped = loop {
        match stop.wait_for(TICK) {
            Some(Event::Exited) => break None,
            Some(Event::Stop) => break Some(StopReason::Output),
            None => {
                tree.reap_orphans();
                if let Some(reason) = watch.check(&tree) {
                    break Some(reason);
                }
            }
        }
    };
    tree.kill();
    Ok(exit(program.wait()?, stopped))
}

fn exit(status: ExitStatus, stopped: Option<StopReason>) -> Exit {
    Exit {
        code: status.code(),
        signal: status.signal(),
        stopped,
    }
}
