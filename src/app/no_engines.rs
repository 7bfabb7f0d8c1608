//! What stands in for the engines in a build without the data tools: nothing.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    sync::Arc,
};

use crate::{
    cli::Commands,
    config::Config,
    server::{Result, Server},
};

/// No engines.
#[derive(Debug)]
pub(super) struct Engines;

impl Engines {
    /// Takes nothing from the settings.
    #[expect(clippy::unnecessary_wraps, reason = "as with engines")]
    pub(super) fn new(_: &Config, _: &Path) -> Result<Self> {
        Ok(Self)
    }

    /// `server` as it is.
    pub(super) fn serve(self: Arc<Self>, server: Server, _: &Config) -> Server {
        server
    }
}

/// `commands` as they are.
pub(super) fn add_commands(commands: Commands, _: &Arc<Engines>) -> Commands {
    commands
}

/// No engine has a worker.
pub(super) fn work(_: &OsStr, _: impl Iterator<Item = OsString>) {}
