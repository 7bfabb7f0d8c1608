//! [`main`]: the entry point of the `toolwright` binary.

use std::{ffi::OsString, sync::Arc};

use super::{commands::commands, engines::Engines, server::build_server};
use crate::{
    cli,
    config::{Config, ConfigError, Settings},
    data::{
        documents,
        expression::sandbox,
        process::keeper,
        worker::{self, this_program},
    },
    server::{Error, Result},
};

impl From<ConfigError> for Error {
    fn from(error: ConfigError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// All that the `toolwright` binary does: it is the server, or a worker that the server started.
///
/// # Errors
/// When the command fails.
pub fn main() -> Result<()> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == worker::COMMAND) {
        work(words);
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(run())
}

async fn run() -> Result<()> {
    let settings = Settings::here()?;
    let config = Config::read(&settings)?;
    let words = std::env::args_os().collect();
    let program = this_program();
    let engines = Arc::new(Engines::new(&config, &program));
    let commands = commands(&config, &engines);
    let server = build_server(&program, config, engines);
    cli::run(server, commands, words, &settings.of_files()).await
}

/// Is the worker that the words name, until its work is done. Returns where they name none.
fn work(mut words: impl Iterator<Item = OsString>) {
    match words.next() {
        Some(engine) if engine == documents::WORKER => documents::work(words.next()),
        Some(engine) if engine == sandbox::WORKER => sandbox::run(words.next()),
        Some(engine) if engine == keeper::WORKER => keeper::run(words),
        Some(engine) => Engines::work(&engine, words),
        None => {}
    }
}
