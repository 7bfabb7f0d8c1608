//! The registry of the binary: its settings, its files, and the commands that change it.
//!
//! [`serve`] adds it to the server; [`commands`] adds `tools …`, `init`, `schema` and
//! `secrets`. A command works
//! on the files, and a server of the same folder that runs notices.

mod agents;
mod arguments;
mod check;
mod commands;
mod copy;
mod database;
mod definitions;
mod difference;
mod fresh_files;
mod import;
mod launcher;
mod logins;
mod open;
mod ownership;
mod review;
mod sealed_logins;
mod secrets;
mod serve;
mod server_arguments;
mod server_changes;
mod server_commands;
mod servers;
mod test;

pub(super) use self::{
    commands::commands, database::of as shared_registry, fresh_files::schema as tools_schema,
    launcher::SupervisedLauncher, open::RegistryOptions, ownership::switch_off_tools_of,
    serve::serve, server_arguments::ServerArguments,
};
