//! [`main`]: the entry point of the `toolwright` binary.

use std::{ffi::OsString, sync::Arc};

#[cfg(target_os = "linux")]
use rustix::process::DumpableBehavior;
use toolwright::{
    Error, Result,
    cli::{self, FileSettings},
};
use toolwright_engines::{
    documents,
    expression::sandbox,
    supervise::{
        handover, launch, role, run::supervisor, sandbox as program_sandbox, service, this_program,
    },
};

use super::{called_tool::CalledTool, commands::commands, engines::Engines, server::build_server};
use crate::config::{Config, ConfigError, Settings};

impl From<ConfigError> for Error {
    fn from(error: ConfigError) -> Self {
        Self::Command(error.to_string())
    }
}

/// Runs the `toolwright` binary: its command line, or a worker process that the server started.
///
/// # Errors
/// If the command fails.
pub fn main() -> Result<()> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == role::WORKER) {
        run_worker(words);
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(run())
}

async fn run() -> Result<()> {
    toolwright_memory::return_large_blocks();
    let words: Vec<OsString> = std::env::args_os().collect();
    let settings = Settings::of_process(&words)?;
    let config = Config::read(&settings)?;
    if config.code_execution {
        hide_secrets(&settings);
    }
    let program = this_program();
    let engines = Arc::new(Engines::new(&config, &program));
    let called = CalledTool::default();
    let commands = commands(&program, &settings, &config, &engines, &called);
    let server = build_server(&program, config, &engines, called)?;
    let files = FileSettings {
        defaults: settings.of_files(),
        for_hosts: settings.for_hosts(),
    };
    cli::run(server, commands, words, &files).await
}

/// Keeps executed code from reading the secrets of this process in `/proc`.
///
/// If the environment has secrets, this process starts again without them. After that nobody but the
/// superuser can read its memory and its environment.
fn hide_secrets(settings: &Settings) {
    let secrets = settings.secrets_in_environment();
    if !secrets.is_empty() {
        let error = handover::restart_without(&secrets);
        tracing::warn!(
            "secrets stay in the environment, where executed code may read them: {error}"
        );
    }
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable) {
        tracing::warn!("executed code may read the memory of the server: {error}");
    }
}

/// Runs the worker that the words name, until its work is done. Returns if they name none.
fn run_worker(mut words: impl Iterator<Item = OsString>) {
    match words.next() {
        Some(role) if documents::ROLE.is_named(&role) => documents::work(words.next()),
        Some(role) if sandbox::ROLE.is_named(&role) => sandbox::run(words.next()),
        Some(role) if supervisor::ROLE.is_named(&role) => supervisor::run(),
        Some(role) if launch::ROLE.is_named(&role) => launch::run(words),
        Some(role) if program_sandbox::INIT_ROLE.is_named(&role) => program_sandbox::run_init(),
        Some(role) if program_sandbox::PROGRAM_ROLE.is_named(&role) => {
            program_sandbox::run_program(words)
        }
        Some(role) if service::supervisor::ROLE.is_named(&role) => service::supervisor::run(),
        Some(role) => Engines::run_worker(&role, words),
        None => {}
    }
}
