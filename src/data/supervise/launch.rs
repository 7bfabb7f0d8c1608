//! From a keeper to a program: [`start`] runs this same program once more, which [takes limits on](become_program) and becomes the other.
//!
//! Limits are taken on in between, in a process that is nobody else's: whatever it becomes and starts has them from its first moment.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write as _},
    os::unix::process::CommandExt as _,
    process::{self, Child, Command, Stdio},
    thread,
    time::Duration,
};

use rustix::process::{Resource, Signal, geteuid, setpriority_process};
use serde::{Deserialize, Serialize};

use super::{
    rlimit::restrict,
    run::{Limits, WORKER, order::Order},
    subreaper as adoption,
};

/// The priority of a program: it gives way to the server and its keeper, so that they can act however many processes it starts.
const COURTESY: i32 = 10;

/// What is between a keeper and its program.
#[derive(Debug, Serialize, Deserialize)]
struct Launch {
    keeper: u32,
    limits: Limits,
    time: Duration,
}

/// Starts the program, as the leader of a process group.
pub(super) fn start(order: &Order<'_>) -> io::Result<Child> {
    let job = &order.job;
    let launch = Launch {
        keeper: process::id(),
        limits: order.limits,
        time: job.time,
    };
    Command::new(&*order.keeper)
        .arg0("toolwright")
        .args(["worker", WORKER])
        .arg(serde_json::to_string(&launch)?)
        .arg(&job.program)
        .args(&job.arguments)
        .env_clear()
        .envs(job.environment.iter().cloned())
        .current_dir(&job.folder)
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()
}

/// The code of a program that cannot be started, as shells have it.
const NOT_STARTED: i32 = 127;

/// Takes the limits on that the first word has, and becomes the program that the others name.
pub(super) fn become_program(mut words: impl Iterator<Item = OsString>) -> io::Result<()> {
    let launch = words.next().unwrap_or_default();
    let launch: Launch = serde_json::from_slice(launch.as_encoded_bytes())?;
    adoption::die_with(launch.keeper, Signal::KILL)?;
    enter(&launch)?;
    let program = words.next().unwrap_or_default();
    let error = Command::new(&program).args(words).exec();
    let name = program.display();
    let _ = writeln!(io::stderr(), "`{name}` cannot be started: {error}");
    process::exit(NOT_STARTED)
}

fn enter(launch: &Launch) -> io::Result<()> {
    let Launch { limits, time, .. } = launch;
    setpriority_process(None, COURTESY)?;
    // A second of the wall has one for each processor.
    let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
    restrict(Resource::Cpu, (time.as_secs() + 1) * processors)?;
    restrict(Resource::Data, limits.memory)?;
    restrict(Resource::Fsize, limits.file)?;
    restrict(Resource::Core, 0)?;
    // The kernel counts the threads of a user, whoever started them, and not those of the superuser. For that user the keeper alone counts.
    if !geteuid().is_root() {
        let most = threads_of_this_user() + limits.processes;
        restrict(Resource::Nproc, most as u64)?;
    }
    Ok(())
}

fn threads_of_this_user() -> usize {
    let user = geteuid().as_raw().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let statuses =
        processes.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    let threads = statuses.filter_map(|status| {
        let value = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            line.split_whitespace().next().map(ToOwned::to_owned)
        };
        (value("Uid:")? == user).then(|| value("Threads:")?.parse::<usize>().ok())?
    });
    threads.sum()
}
