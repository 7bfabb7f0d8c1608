//! `toolwright keys`: what callers show to prove who they are.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clap::Subcommand;
use serde_json::{Value, json};
use toolwright::{
    access::AccessRole,
    cli::{Failure, output, setting},
};
use toolwright_access::{Accounts, ApiKey, KeyText, NewKey};

use crate::app::remote::RemoteArguments;

/// The user of the first key, if nobody is named.
const FIRST_USER: &str = "admin";

/// Create, list, replace and revoke API keys
#[derive(Debug, clap::Args)]
pub(super) struct KeysArguments {
    #[command(subcommand)]
    pub(super) command: KeysCommand,
    #[command(flatten)]
    pub(super) remote: RemoteArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum KeysCommand {
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
pub(super) struct CreateArguments {
    /// Name of the user. The first user is made if there is none
    #[arg(long, default_value = FIRST_USER)]
    pub(super) user: String,
    /// Fewer rights than the user has: `caller`, `author` or `admin`
    #[arg(long)]
    pub(super) role: Option<AccessRole>,
    /// Names or patterns of the only tools that the key may call, as in `get_*`; can be repeated
    #[arg(long = "tool", value_name = "PATTERN", value_delimiter = ',')]
    pub(super) tools: Vec<String>,
    /// The only agent that the key opens: its endpoint, and nothing else
    #[arg(long, value_name = "NAME")]
    pub(super) agent: Option<String>,
    /// Scope of the key; can be repeated
    #[arg(long = "scope", value_name = "SCOPE", value_delimiter = ',')]
    pub(super) scopes: Vec<String>,
    /// A note for people
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(super) label: String,
    /// How long the key works, as in `720h`; for ever by default
    #[arg(long, value_name = "DURATION", value_parser = setting::duration)]
    pub(super) expires: Option<Duration>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Runs the command.
pub(super) fn run(accounts: &Accounts, command: KeysCommand) -> Result<(), Failure> {
    match command {
        KeysCommand::Create(arguments) => create(accounts, arguments),
        KeysCommand::List { json } => list(accounts, json),
        KeysCommand::Revoke { id } => {
            let key = accounts.revoke_key(&id)?;
            Ok(output::print(&revoked(&key.id, &key.user))?)
        }
        KeysCommand::Rotate { id, json } => show(&accounts.rotate_key(&id)?, json),
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
    new.agent = arguments.agent;
    new.scopes = arguments.scopes;
    new.label = arguments.label;
    new.expires_at = arguments.expires.map(after).transpose()?;
    show(&accounts.create_key(new)?, arguments.json)
}

/// Returns the end of a key that works so long.
pub(super) fn after(time: Duration) -> Result<DateTime<Utc>, Failure> {
    let delta = chrono::TimeDelta::from_std(time).ok();
    let end = delta.and_then(|delta| Utc::now().checked_add_signed(delta));
    end.ok_or_else(|| Failure::because("`--expires` is too far away".to_owned()))
}

/// Returns what is said about a key that was revoked.
pub(super) fn revoked(id: &str, user: &str) -> String {
    format!("the key `{id}` of `{user}` does not work any more")
}

fn show((key, text): &(ApiKey, KeyText), as_json: bool) -> Result<(), Failure> {
    let mut shown = object(key);
    shown["key"] = Value::String(text.expose());
    show_once(&shown, as_json)
}

/// Prints a new key: the key alone to standard output, so that a script can take it.
pub(super) fn show_once(key: &Value, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return Ok(output::print_json(key)?);
    }
    let text = |name: &str| key[name].as_str().unwrap_or_default();
    let (id, user) = (text("id"), text("user"));
    output::notice(&format!(
        "the key `{id}` of `{user}`, which is shown only now. Send it as `Authorization: Bearer …`:"
    ));
    Ok(output::print_line(text("key"))?)
}

fn list(accounts: &Accounts, as_json: bool) -> Result<(), Failure> {
    let keys: Vec<_> = accounts.keys()?.iter().map(object).collect();
    print_keys(&keys, as_json)
}

/// Prints keys.
pub(super) fn print_keys(keys: &[Value], as_json: bool) -> Result<(), Failure> {
    if as_json {
        return Ok(output::print_json(&keys)?);
    }
    if keys.is_empty() {
        output::notice("there are no keys; `keys create` makes one");
    }
    let now = Utc::now();
    for key in keys {
        output::print_line(&line(key, now))?;
    }
    Ok(())
}

fn object(key: &ApiKey) -> Value {
    json!({
        "id": key.id,
        "user": key.user,
        "role": key.role,
        "tools": key.tools,
        "agent": key.agent,
        "scopes": key.scopes,
        "label": key.label,
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "last_used_at": key.last_used_at,
    })
}

fn line(key: &Value, now: DateTime<Utc>) -> String {
    let text = |name: &str| key[name].as_str().filter(|text| !text.is_empty());
    let list = |name: &str| {
        let words = key[name].as_array().into_iter().flatten();
        let words: Vec<_> = words.filter_map(Value::as_str).collect();
        (!words.is_empty()).then(|| words.join(","))
    };
    let time = |name: &str| text(name)?.parse::<DateTime<Utc>>().ok();
    let used = time("last_used_at").map(|at| format!("used {}", at.format("%Y-%m-%d")));
    let end = time("expires_at").map(|end| {
        let word = if end <= now { "expired" } else { "until" };
        format!("{word} {}", end.format("%Y-%m-%d"))
    });
    let parts = [
        text("id").map(ToOwned::to_owned),
        text("user").map(ToOwned::to_owned),
        text("role").map(ToOwned::to_owned),
        list("tools"),
        text("agent").map(|agent| format!("agent {agent}")),
        list("scopes").map(|scopes| format!("scopes {scopes}")),
        used.or_else(|| Some("never used".to_owned())),
        end,
        text("label").map(ToOwned::to_owned),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("  ")
}
