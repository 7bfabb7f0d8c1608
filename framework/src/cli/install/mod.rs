//! `install` and `uninstall`: add this program to the configuration of a desktop host, and remove it.
//!
//! `host` knows where each host keeps its configuration, `entry` is what it needs to start this
//! program, `config_file` changes and replaces the file.

mod config_file;
mod entry;
mod host;
mod install;

pub(super) use self::install::{InstallArguments, UninstallArguments, install, uninstall};
pub use self::{
    config_file::ConfigFile,
    host::{Host, UserFolders},
};
