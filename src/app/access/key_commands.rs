//! `toolwright keys`: what callers show to prove who they are.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::{
    access::{AccessRole, Accounts, ApiKey, KeyText, NewKey},
    cli::{Failure, output, setting},
};

/// The user of the first key, if nobody is named.
const FIRST_USER: &str = "admin";

/// Create, list, replace and revoke API keys
#[derive(Debug, clap::Args)]
pub(super) struct KeysArguments {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Debug, Subcommand)]
enum KeysCommand {
    /// Create a key and print it; it cannot be shown again
    Create(CreateArguments),
    /// List the keys
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Let a key stop working
    Revoke {
        /// The id of the key, as `list` shows it
        id: String,
    },
    /// Replace a key by a new one with the same rights, and print it
    Rotate {
        /// The id of the key, as `list` shows it
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, clap::Args)]
struct CreateArguments {
    /// Name of the user. The first user is made if there is none
    #[arg(long, default_value = FIRST_USER)]
    user: String,
    /// Fewer rights than the user has: `caller`, `author` or `admin`
    #[arg(long)]
    role: Option<AccessRole>,
    /// Names or patterns of the only tools that the key may call, as in `get_*`; can be repeated
    #[arg(long = "tool", value_name = "PATTERN", value_delimiter = ',')]
    tools: Vec<String>,
    /// Scope of the key; can be repeated
    #[arg(long = "scope", value_name = "SCOPE", value_delimiter = ',')]
    scopes: Vec<String>,
    /// A note for people
    #[arg(long, default_value = "", hide_default_value = true)]
    label: String,
    /// How long the key works, as in `720h`; for ever by default
    #[arg(long, value_name = "DURATION", value_parser = setting::duration)]
    expires: Option<Duration>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(accounts: &Accounts, arguments: KeysArguments) -> Result<(), Failure> {
    match arguments.command {
        KeysCommand::Create(arguments) => create(accounts, arguments),
        KeysCommand::List { json } => list(accounts, json),
        KeysCommand::Revoke { id } => {
            let key = accounts.revoke_key(&id)?;
            let said = format!(
                "the key `{}` of `{}` does not work any more",
                key.id, key.user
            );
            Ok(output::print(&said)?)
        }
        KeysCommand::Rotate { id, json } => show(accounts.rotate_key(&id)?, json),
    }
}

fn create(accounts: &Accounts, arguments: CreateArguments) -> Result<(), Failure> {
    if arguments.user == FIRST_USER && accounts.users()?.is_empty() {
        accounts.add_user(FIRST_USER, AccessRole::Admin)?;
        output::notice("there was no user: added `admin`, who may do everything");
    }
    let mut new = NewKey::of(arguments.user);
    new.role = arguments.role;
    new.tools = (!arguments.tools.is_empty()).then_some(arguments.tools);
    new.scopes = arguments.scopes;
    new.label = arguments.label;
    new.expires_at = arguments.expires.map(after).transpose()?;
    show(accounts.create_key(new)?, arguments.json)
}

fn after(time: Duration) -> Result<DateTime<Utc>, Failure> {
    let delta = chrono::TimeDelta::from_std(time).ok();
    let end = delta.and_then(|delta| Utc::now().checked_add_signed(delta));
    end.ok_or_else(|| Failure::because("`--expires` is too far away".to_owned()))
}

/// Prints a new key: the key alone to standard output, so that a script can take it.
fn show((key, text): (ApiKey, KeyText), as_json: bool) -> Result<(), Failure> {
    if as_json {
        let mut shown = object(&key);
        shown["key"] = Value::String(text.expose());
        return Ok(output::print_json(&shown)?);
    }
    let user = &key.user;
    output::notice(&format!(
        "the key `{}` of `{user}`, which is shown only now. Send it as `Authorization: Bearer …`:",
        key.id
    ));
    Ok(output::print(&text.expose())?)
}

fn list(accounts: &Accounts, as_json: bool) -> Result<(), Failure> {
    let keys = accounts.keys()?;
    if as_json {
        let keys: Vec<_> = keys.iter().map(object).collect();
        return Ok(output::print_json(&keys)?);
    }
    if keys.is_empty() {
        output::notice("there are no keys; `keys create` makes one");
    }
    let now = Utc::now();
    for key in &keys {
        output::print(&line(key, now))?;
    }
    Ok(())
}

fn object(key: &ApiKey) -> Value {
    json!({
        "id": key.id,
        "user": key.user,
        "role": key.role,
        "tools": key.tools,
        "scopes": key.scopes,
        "label": key.label,
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "last_used_at": key.last_used_at,
    })
}

fn line(key: &ApiKey, now: DateTime<Utc>) -> String {
    let mut parts = vec![key.id.clone(), key.user.clone()];
    parts.extend(key.role.map(|role| role.to_string()));
    parts.extend(key.tools.as_ref().map(|tools| tools.join(",")));
    if !key.scopes.is_empty() {
        parts.push(format!("scopes {}", key.scopes.join(",")));
    }
    parts.push(match key.last_used_at {
        Some(at) => format!("used {}", at.format("%Y-%m-%d")),
        None => "never used".to_owned(),
    });
    if let Some(end) = key.expires_at {
        let word = if key.is_expired(now) {
            "expired"
        } else {
            "until"
        };
        parts.push(format!("{word} {}", end.format("%Y-%m-%d")));
    }
    if !key.label.is_empty() {
        parts.push(key.label.clone());
    }
    parts.join("  ")
}
