//! Runs the server over HTTP, and starts it again when its sources change.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use toolwright::cli::{Failure, output};

use super::{build::build, watch::WatchedSources};

/// Runs the server until a person stops it.
pub(super) fn run(cargo: &[OsString], port: u16) -> Result<(), Failure> {
    let mut running: Option<(PathBuf, Child)> = None;
    loop {
        let program = running.as_ref().map(|(program, _)| program.clone());
        let before = WatchedSources::of(program.as_deref());
        let sources = match build(cargo) {
            Ok(built) => {
                if let Some((_, server)) = running.take() {
                    stop(server)?;
                }
                let server = start(&built, port)?;
                let sources = match program.as_ref() == Some(&built) {
                    true => before,
                    false => WatchedSources::of(Some(&built)),
                };
                running = Some((built, server));
                sources
            }
            Err(why) => {
                output::notice(&why);
                before
            }
        };
        sources.wait();
    }
}

fn start(program: &Path, port: u16) -> Result<Child, Failure> {
    let mut command = Command::new(program);
    command.args(["serve", "--port", &port.to_string()]);
    let child = command.stdin(Stdio::null()).spawn();
    child.map_err(|error| {
        Failure::because(format!(
            "`{}` cannot be started: {error}",
            program.display()
        ))
    })
}

/// Lets the server finish its calls.
fn stop(mut server: Child) -> Result<(), Failure> {
    if let Some(pid) = i32::try_from(server.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
    server.wait()?;
    Ok(())
}
