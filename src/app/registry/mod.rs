//! The registry of the binary: its settings, its files, and the commands that change it.
//!
//! [`serve`] adds it to the server; [`commands`] adds `tools …`, `init`, `schema` and
//! `secrets`. A command works
//! on the files, and a server of the same folder that runs notices.

mod arguments;
mod change;
mod commands;
mod difference;
mod fresh_files;
mod import;
mod inspect;
mod launcher;
mod open;
mod ownership;
mod remote_change;
mod remote_inspect;
mod secrets;
mod serve;
mod server_commands;
mod server_file;
mod servers;
mod test;

pub(super) use self::{
    commands::commands,
    launcher::SupervisedLauncher,
    open::RegistryOptions,
    ownership::switch_off_tools_of,
    serve::serve,
    server_file::{header, is_address},
};
