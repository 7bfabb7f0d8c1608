//! [`Engines`] of a build without the data tools: none.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    sync::Arc,
};

use crate::{config::Config, server::Server};

/// Stands in for the engines of the data tools.
#[derive(Debug)]
pub(super) struct Engines;

impl Engines {
    /// Ignores the settings: there is nothing to configure.
    pub(super) const fn new(_: &Config, _: &Path) -> Self {
        Self
    }

    /// Returns `server` unchanged.
    pub(super) fn serve(self: Arc<Self>, server: Server, _: &Config) -> Server {
        server
    }

    /// Returns at once: no engine has a worker.
    pub(super) fn run_worker(_: &OsStr, _: impl Iterator<Item = OsString>) {}
}
