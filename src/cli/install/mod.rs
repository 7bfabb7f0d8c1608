//! `install`: writes the entry for this very program into the configuration of a desktop host, after showing it.

mod config_file;
mod host;
mod install;
mod user_folders;

pub(super) use self::install::{InstallArguments, run};
