//! Users and API keys: who may call the server, and the commands that change it.

mod key_commands;
mod open;
mod remote_keys;
mod remote_users;
mod user_commands;

use std::{path::Path, sync::Arc};

use toolwright::cli::Commands;

pub(super) use self::open::{accounts, authenticated, oauth};
use self::{key_commands::KeysArguments, open::open, user_commands::UsersArguments};
use crate::app::{
    blocking::blocking,
    registry::{RegistryOptions, switch_off_tools_of},
    remote::Remote,
};

/// Adds the commands `keys` and `users`, for the users and keys in the database of the registry, in `file`, or of
/// a server elsewhere.
pub(super) fn commands(
    commands: Commands,
    file: &Path,
    remote: &Remote,
    registry: Arc<RegistryOptions>,
) -> Commands {
    let (keys, users) = (file.to_owned(), file.to_owned());
    let (keys_remote, users_remote) = (remote.clone(), remote.clone());
    let keys_registry = Arc::clone(&registry);
    commands
        .with("keys", |_, arguments: KeysArguments| async move {
            match keys_remote.server(&arguments.remote)? {
                Some(server) => remote_keys::run(&server, arguments.command).await,
                None => {
                    let accounts = open(&keys, &keys_registry).await?;
                    blocking(move || key_commands::run(&accounts, arguments.command)).await
                }
            }
        })
        .with("users", |server, arguments: UsersArguments| async move {
            if let Some(elsewhere) = users_remote.server(&arguments.remote)? {
                return remote_users::run(&elsewhere, arguments.command).await;
            }
            let accounts = open(&users, &registry).await?;
            // First, so that no tool of a user who is gone goes on.
            if let Some(user) = arguments.command.removed(&accounts)? {
                switch_off_tools_of(&registry, server.added_tools(), &user).await?;
            }
            blocking(move || user_commands::run(&accounts, arguments.command)).await
        })
}
