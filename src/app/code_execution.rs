//! Adds the tool that runs code. Unless `TOOLWRIGHT_CODE_EXECUTION` allows it, a call says so.

use std::{io, path::Path, sync::Arc};

use toolwright::Server;
use toolwright_engines::{
    run_files::{Retention, RunFiles},
    supervise::{
        run::{RunLimits, Runner},
        sandbox_policy::SandboxPolicy,
    },
};

use crate::{
    config::Config,
    tools,
    tools::{CodeExecution, CodeRunner},
};

/// Adds the tool that runs code to `server`. It runs none unless `config` allows it.
pub(super) fn add(server: Server, program: &Path, config: &Config) -> Server {
    let server = server.tools(tools::code_execution());
    if !config.code_execution {
        return server.state(CodeExecution(None));
    }
    let folder = config.data_folder.join("runs");
    let files = Arc::new(RunFiles::new(folder, Retention::default()));
    let (at_start, at_stop) = (Arc::clone(&files), Arc::clone(&files));
    let sandbox = Arc::new(SandboxPolicy::new(config.code_sandbox, program));
    let checked = Arc::clone(&sandbox);
    server
        .state(CodeExecution(Some(CodeRunner {
            runner: Runner::new(program, RunLimits::default(), sandbox),
            files,
            search: config.search_path.clone(),
        })))
        .resources(tools::code_execution_files())
        .on_start(move |_| {
            blocking(move || {
                report(&checked)?;
                at_start.sweep()
            })
        })
        .on_stop(move |_| blocking(move || at_stop.clear()))
}

/// Logs what code is confined with.
///
/// # Errors
/// If a sandbox is required and this machine has none.
fn report(sandbox: &SandboxPolicy) -> io::Result<()> {
    let parts = sandbox.parts()?;
    if parts.is_empty() {
        tracing::warn!("code runs without a sandbox, with all rights of the server");
    } else {
        let found = sandbox.availability();
        tracing::info!(missing = found.missing_text(), "code runs in a sandbox");
    }
    Ok(())
}

async fn blocking(work: impl FnOnce() -> io::Result<()> + Send + 'static) -> io::Result<()> {
    tokio::task::spawn_blocking(work).await?
}
