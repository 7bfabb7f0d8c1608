//! Adds the tool that runs code, if `TOOLWRIGHT_CODE_EXECUTION` allows it.

use std::{io, path::Path, sync::Arc};

use crate::{
    config::Config,
    data::{
        run_files::{Retention, RunFiles},
        supervise::run::{RunLimits, Runner},
    },
    server::Server,
    tools::{self, CodeExecution},
};

/// Adds the tool that runs code to `server`, if `config` allows it.
pub(super) fn add(server: Server, program: &Path, config: &Config) -> Server {
    if !config.code_execution {
        return server;
    }
    let folder = config.data_folder.join("runs");
    let files = Arc::new(RunFiles::new(folder, Retention::default()));
    let (at_start, at_stop) = (Arc::clone(&files), Arc::clone(&files));
    server
        .state(CodeExecution {
            runner: Runner::new(program, RunLimits::default()),
            files,
            search: config.search_path.clone(),
        })
        .tools(tools::code_execution())
        .resources(tools::code_execution_files())
        .on_start(move |_| blocking(move || at_start.sweep()))
        .on_stop(move |_| blocking(move || at_stop.clear()))
}

async fn blocking(work: impl FnOnce() -> io::Result<()> + Send + 'static) -> io::Result<()> {
    tokio::task::spawn_blocking(work).await?
}
