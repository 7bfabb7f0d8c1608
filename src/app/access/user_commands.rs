//! `toolwright users`: who has keys and owns tools.

use clap::Subcommand;
use serde_json::json;

use crate::{
    access::{AccessRole, Accounts, User},
    cli::{Failure, output},
};

/// Add, list, switch off and remove users
#[derive(Debug, clap::Args)]
pub(super) struct UsersArguments {
    #[command(subcommand)]
    command: UsersCommand,
}

#[derive(Debug, Subcommand)]
enum UsersCommand {
    /// Add a user
    Add {
        /// Name of the user
        name: String,
        /// What the user may do: `caller` calls tools, `author` also makes tools, `admin` everything
        #[arg(long, default_value_t = AccessRole::Caller)]
        role: AccessRole,
    },
    /// List the users
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Change the role of a user; keys never have more rights than their user
    Role {
        /// Name of the user
        name: String,
        /// `caller`, `author` or `admin`
        role: AccessRole,
    },
    /// Let the keys of a user stop working
    Disable {
        /// Name of the user
        name: String,
    },
    /// Let the keys of a user work again
    Enable {
        /// Name of the user
        name: String,
    },
    /// Remove a user and its keys
    Remove {
        /// Name of the user
        name: String,
    },
}

/// Runs the command.
pub(super) fn run(accounts: &Accounts, arguments: UsersArguments) -> Result<(), Failure> {
    let said = match arguments.command {
        UsersCommand::List { json } => return list(accounts, json),
        UsersCommand::Add { name, role } => {
            let user = accounts.add_user(&name, role)?;
            format!("added `{}`, {}", user.name, user.role)
        }
        UsersCommand::Role { name, role } => {
            let user = accounts.change_user(&name, Some(role), None)?;
            format!("`{}` is {} now", user.name, user.role)
        }
        UsersCommand::Disable { name } => {
            let user = accounts.change_user(&name, None, Some(false))?;
            format!("the keys of `{}` do not work any more", user.name)
        }
        UsersCommand::Enable { name } => {
            let user = accounts.change_user(&name, None, Some(true))?;
            format!("the keys of `{}` work", user.name)
        }
        UsersCommand::Remove { name } => {
            let user = accounts.remove_user(&name)?;
            format!("removed `{}` and its keys", user.name)
        }
    };
    Ok(output::print(&said)?)
}

fn list(accounts: &Accounts, as_json: bool) -> Result<(), Failure> {
    let (users, keys) = (accounts.users()?, accounts.keys()?);
    let count = |user: &User| keys.iter().filter(|key| key.user == user.name).count();
    if as_json {
        let users = users.iter().map(|user| {
            json!({
                "name": user.name,
                "role": user.role,
                "is_active": user.is_active,
                "created_at": user.created_at,
                "keys": count(user),
            })
        });
        return Ok(output::print_json(&users.collect::<Vec<_>>())?);
    }
    if users.is_empty() {
        output::notice("there are no users; `keys create` makes the first one");
    }
    for user in &users {
        let state = if user.is_active { "" } else { "  disabled" };
        let line = format!("{}  {}  {} keys{state}", user.name, user.role, count(user));
        output::print(&line)?;
    }
    Ok(())
}
