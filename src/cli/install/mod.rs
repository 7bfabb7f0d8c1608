//! `install`: adds this program to the configuration of a desktop host, and prints the entry.
//!
//! `host` knows where each host keeps its configuration, `config_file` changes the file.

mod config_file;
mod host;
mod install;
mod user_folders;

pub(super) use self::install::{InstallArguments, run};
