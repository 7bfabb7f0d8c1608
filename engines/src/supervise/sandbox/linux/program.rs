//! From a launch process to the program in its sandbox.

use std::{
    env,
    ffi::OsString,
    io::{self, Write as _},
    os::unix::process::ExitStatusExt as _,
    process::{self, ExitStatus},
};

use rustix::process::{Signal, getpid, kill_process, set_parent_process_death_signal};
use serde::{Deserialize, Serialize};

use super::{super::Sandbox, files, namespaces, seccomp};
use crate::supervise::{
    limits::LaunchLimits,
    program::{become_program, this_program},
    role::{self, Role},
};

/// The role of a process that confines itself and becomes a program.
pub const PROGRAM_ROLE: Role = Role::new("sandbox-program");

/// How a process confines itself.
#[derive(Debug, Serialize, Deserialize)]
struct ProgramConfinement {
    sandbox: Sandbox,
    limits: Option<LaunchLimits>,
}

/// Runs a program in a sandbox, and exits as it did. The first word is the program.
pub(crate) fn run(sandbox: &Sandbox, limits: Option<LaunchLimits>, words: &[OsString]) -> ! {
    let confinement = ProgramConfinement {
        sandbox: sandbox.clone(),
        limits,
    };
    if !sandbox.parts.namespaces {
        confinement.enter_and_become(words);
    }
    match confinement.run_in_namespaces(words) {
        Ok(status) => exit_like(status),
        Err(error) => fail(&error),
    }
}

/// Confines this process and becomes the program. The first argument is a `ProgramConfinement`.
pub fn run_program(mut arguments: impl Iterator<Item = OsString>) -> ! {
    let confinement: ProgramConfinement = role::argument(arguments.next());
    let words: Vec<OsString> = arguments.collect();
    // The parent is in another namespace of processes, where it has no number.
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        fail(&error.into());
    }
    confinement.enter_and_become(&words)
}

impl ProgramConfinement {
    /// Starts the program in new namespaces and waits for it.
    fn run_in_namespaces(&self, words: &[OsString]) -> io::Result<ExitStatus> {
        let confinement = serde_json::to_string(self)?;
        // A path that only the new processes can resolve, once `/proc` is theirs.
        let this_program = this_program();
        namespaces::enter()?;
        files::build_root(&self.sandbox)?;
        let _init = namespaces::start_init()?;
        PROGRAM_ROLE
            .command(&this_program)
            .arg(confinement)
            .args(words)
            .envs(env::vars_os())
            .current_dir(&self.sandbox.start)
            .spawn()?
            .wait()
    }

    fn enter_and_become(&self, words: &[OsString]) -> ! {
        match self.enter() {
            Ok(()) => become_program(words),
            Err(error) => fail(&error),
        }
    }

    fn enter(&self) -> io::Result<()> {
        if let Some(limits) = self.limits {
            limits.take_on()?;
        }
        rustix::thread::set_no_new_privs(true)?;
        let parts = self.sandbox.parts;
        if parts.namespaces {
            namespaces::drop_capabilities()?;
        }
        if parts.landlock {
            files::restrict_files(&self.sandbox)?;
        }
        if parts.seccomp {
            seccomp::restrict()?;
        }
        Ok(())
    }
}

/// Exits with the same code or by the same signal.
fn exit_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal().and_then(Signal::from_named_raw) {
        let _ = kill_process(getpid(), signal);
    }
    let by_signal = status.signal().map_or(role::FAILED, |signal| 128 + signal);
    process::exit(status.code().unwrap_or(by_signal))
}

fn fail(error: &io::Error) -> ! {
    let _ = writeln!(io::stderr(), "the sandbox cannot be entered: {error}");
    role::not_executed()
}
