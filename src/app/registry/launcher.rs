//! [`SupervisedLauncher`]: starts MCP servers below a supervisor, so that nothing outlives this server.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    io,
    path::{Path, PathBuf},
};

use toolwright::BoxFuture;
use toolwright_engines::supervise::{
    find_program,
    service::{ServiceOrder, SpeakingProgram},
};
use toolwright_gateway::{Launched, Launcher, Program};

/// Starts MCP servers below a supervisor.
#[derive(Debug)]
pub(in crate::app) struct SupervisedLauncher {
    /// The `toolwright` binary.
    supervisor: PathBuf,
    search_path: OsString,
}

impl SupervisedLauncher {
    pub(in crate::app) fn new(supervisor: &Path, search_path: OsString) -> Self {
        Self {
            supervisor: supervisor.to_owned(),
            search_path,
        }
    }

    /// Returns the path of a program. One without a folder is searched in the `PATH` that the program
    /// gets.
    fn path_of(&self, command: &str, search: Option<&String>) -> io::Result<PathBuf> {
        if command.contains('/') {
            return Ok(command.into());
        }
        let search = search.map_or(self.search_path.as_os_str(), OsStr::new);
        find_program(command, search).ok_or_else(|| {
            let why = format!("no folder in `PATH` has `{command}`");
            io::Error::new(io::ErrorKind::NotFound, why)
        })
    }
}

impl Launcher for SupervisedLauncher {
    fn launch<'a>(
        &'a self,
        program: &'a Program,
        environment: BTreeMap<String, String>,
    ) -> BoxFuture<'a, io::Result<Launched>> {
        Box::pin(async move {
            let order = ServiceOrder {
                program: self.path_of(&program.command, environment.get("PATH"))?,
                arguments: program.arguments.clone(),
                environment: environment.into_iter().collect(),
                folder: program.folder.clone().unwrap_or_else(std::env::temp_dir),
                answers_on_output: true,
            };
            let started = SpeakingProgram::start(&self.supervisor, &order).await?;
            Ok(Launched {
                output: Box::new(started.output),
                input: Box::new(started.input),
                errors: Box::new(started.errors),
                kept: Box::new(started.supervised),
            })
        })
    }
}
