//! `install` and `uninstall`: add this program to the configuration of a desktop host, and remove it.
//!
//! `host` knows where each host keeps its configuration, `entry` is what it needs to start this
//! program, `config_file` replaces the file, and `document` changes what is in it.

mod config_file;
mod document;
mod entry;
mod host;
mod install;
mod uninstall;
mod user_folders;

pub(super) use self::{
    install::{InstallArguments, install},
    uninstall::{UninstallArguments, uninstall},
};
