//! Users and API keys: who may call the server, and the commands that change it.

mod key_commands;
mod open;
mod remote_keys;
mod remote_users;
mod user_commands;

use std::path::Path;

#[cfg(feature = "data")]
pub(super) use self::open::oauth;
pub(super) use self::open::{accounts, authenticated};
use self::{key_commands::KeysArguments, open::open, user_commands::UsersArguments};
use crate::{app::remote::Remote, cli::Commands};

/// Adds the commands `keys` and `users`, for the users and keys in `file` or of a server elsewhere.
pub(super) fn commands(commands: Commands, file: &Path, remote: &Remote) -> Commands {
    let (keys, users) = (file.to_owned(), file.to_owned());
    let (keys_remote, users_remote) = (remote.clone(), remote.clone());
    commands
        .with("keys", |_, arguments: KeysArguments| async move {
            match keys_remote.server(&arguments.remote)? {
                Some(server) => remote_keys::run(&server, arguments.command).await,
                None => key_commands::run(&open(&keys)?, arguments.command),
            }
        })
        .with("users", |_, arguments: UsersArguments| async move {
            match users_remote.server(&arguments.remote)? {
                Some(server) => remote_users::run(&server, arguments.command).await,
                None => user_commands::run(&open(&users)?, arguments.command),
            }
        })
}
