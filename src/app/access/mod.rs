//! Users and API keys: who may call the server, and the commands that change it.

mod key_commands;
mod open;
mod user_commands;

use std::path::Path;

#[cfg(feature = "data")]
pub(super) use self::open::oauth;
pub(super) use self::open::{accounts, authenticated};
use self::{key_commands::KeysArguments, open::open, user_commands::UsersArguments};
use crate::cli::Commands;

/// Adds the commands `keys` and `users`, for the users and keys in `file`.
pub(super) fn commands(commands: Commands, file: &Path) -> Commands {
    let (keys, users) = (file.to_owned(), file.to_owned());
    commands
        .with("keys", |_, arguments: KeysArguments| async move {
            key_commands::run(&open(&keys)?, arguments)
        })
        .with("users", |_, arguments: UsersArguments| async move {
            user_commands::run(&open(&users)?, arguments)
        })
}
