//! `toolwright users`: who has keys and owns tools.

use clap::Subcommand;
use serde_json::{Value, json};
use toolwright::{
    access::AccessRole,
    cli::{Failure, output},
};
use toolwright_access::{Accounts, User};

use crate::app::remote::RemoteArguments;

/// Add, list, switch off and remove users
#[derive(Debug, clap::Args)]
pub(super) struct UsersArguments {
    #[command(subcommand)]
    pub(super) command: UsersCommand,
    #[command(flatten)]
    pub(super) remote: RemoteArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum UsersCommand {
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
    /// Remove a user and its keys, and switch its tools off
    Remove {
        /// Name of the user
        name: String,
    },
}

/// The change that a command made to a user.
pub(super) enum Done {
    Added,
    RoleChanged,
    Disabled,
    Enabled,
    Removed,
}

impl Done {
    /// Returns what is said about it.
    pub(super) fn message(&self, name: &str, role: &str) -> String {
        match self {
            Self::Added => format!("added `{name}`, {role}"),
            Self::RoleChanged => format!("`{name}` is {role} now"),
            Self::Disabled => format!("the keys of `{name}` do not work any more"),
            Self::Enabled => format!("the keys of `{name}` work"),
            Self::Removed => format!("removed `{name}` and its keys"),
        }
    }
}

impl UsersCommand {
    /// Returns the user that the command removes, if there is one of this name.
    pub(super) fn removed(&self, accounts: &Accounts) -> Result<Option<String>, Failure> {
        let Self::Remove { name } = self else {
            return Ok(None);
        };
        let is_user = accounts.users()?.iter().any(|user| user.name == *name);
        Ok(is_user.then(|| name.clone()))
    }
}

/// Runs the command.
pub(super) fn run(accounts: &Accounts, command: UsersCommand) -> Result<(), Failure> {
    let (done, user) = match command {
        UsersCommand::List { json } => return list(accounts, json),
        UsersCommand::Add { name, role } => (Done::Added, accounts.add_user(&name, role)?),
        UsersCommand::Role { name, role } => {
            let user = accounts.change_user(&name, Some(role), None)?;
            (Done::RoleChanged, user)
        }
        UsersCommand::Disable { name } => {
            let user = accounts.change_user(&name, None, Some(false))?;
            (Done::Disabled, user)
        }
        UsersCommand::Enable { name } => {
            let user = accounts.change_user(&name, None, Some(true))?;
            (Done::Enabled, user)
        }
        UsersCommand::Remove { name } => (Done::Removed, accounts.remove_user(&name)?),
    };
    let said = done.message(&user.name, &user.role.to_string());
    Ok(output::print(&said)?)
}

fn list(accounts: &Accounts, as_json: bool) -> Result<(), Failure> {
    let (users, keys) = (accounts.users()?, accounts.keys()?);
    let count = |user: &User| keys.iter().filter(|key| key.user == user.name).count();
    let users = users.iter().map(|user| {
        json!({
            "name": user.name,
            "role": user.role,
            "is_active": user.is_active,
            "created_at": user.created_at,
            "keys": count(user),
        })
    });
    print_users(&users.collect::<Vec<_>>(), as_json)
}

/// Prints users.
pub(super) fn print_users(users: &[Value], as_json: bool) -> Result<(), Failure> {
    if as_json {
        return Ok(output::print_json(&users)?);
    }
    if users.is_empty() {
        output::notice("there are no users; `keys create` makes the first one");
    }
    for user in users {
        let text = |name: &str| user[name].as_str().unwrap_or_default();
        let state = match user["is_active"].as_bool() {
            Some(false) => "  disabled",
            _ => "",
        };
        let (name, role, keys) = (text("name"), text("role"), &user["keys"]);
        output::print_line(&format!("{name}  {role}  {keys} keys{state}"))?;
    }
    Ok(())
}
