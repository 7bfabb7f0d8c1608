//! The supervisor of a run: the program's limits and its sandbox, and `LimitWatch`, which checks
//! the limits that the kernel does not enforce every 10 ms.
//!
//! Starting, watching and killing are the same for every `supervisor`.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, setpriority_process};

use super::{
    super::{
        launch,
        limits::{LaunchLimits, RunLimits},
        proc_fs,
        process_tree::ProcessTree,
        role::Role,
        sandbox::Sandbox,
        supervisor::{self, StopReason, Task},
    },
    job::{Job, RunOrder},
};

/// The role of a supervisor of one run.
pub const ROLE: Role = Role::new("process");

/// The niceness of a supervisor: it comes before everything that its program starts.
const NICENESS: i32 = -20;

/// Runs one program, and exits when nothing is left of it.
pub fn run() -> ! {
    // Only the superuser may. For others the kernel limits the number of processes.
    let _ = setpriority_process(None, NICENESS);
    supervisor::run::<RunOrder<'_>>()
}

impl Task for RunOrder<'_> {
    const TICK: Duration = Duration::from_millis(10);

    fn command(&self) -> io::Result<Command> {
        let (job, limits) = (&self.job, &self.limits);
        let limits = LaunchLimits {
            time: job.time,
            memory: limits.memory,
            file: limits.file,
            processes: limits.processes,
        };
        let sandbox = (!self.sandbox.is_empty()).then(|| Sandbox {
            parts: self.sandbox,
            folder: job.own.clone(),
            start: job.folder.clone(),
            readable: prefixes(job),
        });
        let mut command = launch::command(&job.program, Signal::KILL, Some(limits), sandbox)?;
        command
            .args(&job.arguments)
            .envs(job.environment.iter().cloned())
            .current_dir(&job.folder)
            .stdin(Stdio::piped());
        Ok(command)
    }

    fn started(&self, program: &mut Child) {
        launch::feed(program, self.job.input.clone());
    }

    fn watch(&self) -> impl FnMut(&ProcessTree) -> Option<StopReason> {
        let mut watch = LimitWatch::start(self.job.time, self.limits);
        move |tree: &ProcessTree| watch.check(tree)
    }
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

/// How many checks apart processes are counted while the machine gets no more threads.
const COUNT_INTERVAL: u32 = 10;

/// Checks whether a program exceeds its limits.
struct LimitWatch {
    deadline: Instant,
    limits: RunLimits,
    /// The threads on the machine at the start.
    threads_before: usize,
    checks: u32,
}

impl LimitWatch {
    /// Starts the program's time.
    pub(super) fn start(time: Duration, limits: RunLimits) -> Self {
        Self {
            deadline: Instant::now() + time,
            limits,
            threads_before: proc_fs::threads_of_machine(),
            checks: 0,
        }
    }

    /// Returns why the program must be stopped now, if it must.
    pub(super) fn check(&mut self, tree: &ProcessTree) -> Option<StopReason> {
        if Instant::now() >= self.deadline {
            return Some(StopReason::Time);
        }
        self.checks += 1;
        // Counting the program's own takes long if there are many, while they become more.
        let new_threads = proc_fs::threads_of_machine().saturating_sub(self.threads_before);
        let are_many = new_threads > self.limits.processes;
        if !are_many && !self.checks.is_multiple_of(COUNT_INTERVAL) {
            return None;
        }
        let census = tree.census(self.limits.processes);
        if census.threads > self.limits.processes {
            return Some(StopReason::Processes);
        }
        let is_too_much = self.exceeds_memory(&census.processes);
        is_too_much.then_some(StopReason::Memory)
    }

    fn exceeds_memory(&self, processes: &[Pid]) -> bool {
        let most = self.limits.memory;
        let sum = |bytes: fn(Pid) -> u64| processes.iter().map(|one| bytes(*one)).sum::<u64>();
        // The first sum counts shared pages for each process. The exact one takes longer.
        let is_too_much =
            sum(proc_fs::resident_bytes) > most && sum(proc_fs::proportional_bytes) > most;
        // Files without names need not be mapped by any process, so they count separately.
        is_too_much || memory_files(processes) > most
    }
}

/// Returns the bytes of all files in memory that the processes have open.
fn memory_files(processes: &[Pid]) -> u64 {
    let files = processes.iter().flat_map(|one| proc_fs::memory_files(*one));
    files.collect::<BTreeMap<_, _>>().values().sum()
}
