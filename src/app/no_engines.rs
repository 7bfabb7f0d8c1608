//! What stands in for the engines in a build without the data tools: nothing.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    sync::Arc,
};

use crate::{config::Config, server::Server};

/// No engines.
#[derive(Debug)]
pub(super) struct Engines;

impl Engines {
    /// Takes nothing from the settings.
    pub(super) const fn new(_: &Config, _: &Path) -> Self {
        Self
    }

    /// `server` as it is.
    pub(super) fn serve(self: Arc<Self>, server: Server, _: &Config) -> Server {
        server
    }

    /// No engine has a worker.
    pub(super) fn work(_: &OsStr, _: impl Iterator<Item = OsString>) {}
}
