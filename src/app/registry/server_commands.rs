//! `toolwright servers`: the other MCP servers, and the changes of theirs that are held back.

use std::{sync::Arc, time::Duration};

use clap::Subcommand;
use serde_json::{Value, json};
use toolwright::cli::{Failure, output};
use toolwright_gateway::Approval;

use super::{
    logins::{self, LoginArguments},
    open::{RegistryOptions, because},
    server_arguments::{AddArguments, ImportArguments, unknown},
    server_changes::ChangedServers,
};
use crate::app::{
    blocking::blocking,
    remote::{Remote, RemoteArguments},
};

/// How long servers may take to connect.
const PATIENCE: Duration = Duration::from_secs(30);

/// Show, add and remove other MCP servers, and approve changes of their tools
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The servers stand in `mcp.json`, in the form that desktop hosts use, or in the database of the registry. The definitions \
that a server had first are kept in `mcp.lock`, or there too. A definition that changes later is not served before it is approved.")]
pub(super) struct ServersArguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArguments,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the servers, what each is doing and what it offers
    List,
    /// Add a server to `mcp.json`, or replace the one of the same name (with `--url`, it must be a new one)
    Add(AddArguments),
    /// Add the servers of a desktop host or of a file
    Import(ImportArguments),
    /// Remove a server
    Remove {
        /// The name in `mcp.json`
        name: String,
    },
    /// Connect to a server again
    Enable {
        /// The name in `mcp.json`
        name: String,
    },
    /// Do not connect to a server
    Disable {
        /// The name in `mcp.json`
        name: String,
    },
    /// Connect to a server, and show what it offers
    Test {
        /// The name in `mcp.json`
        name: String,
    },
    /// Log in to a server that wants tokens of an authorization server
    Login(LoginArguments),
    /// Remove the tokens of a server
    Logout {
        /// The name in `mcp.json`
        name: String,
    },
    /// Show the changes of a server that are held back
    Diff {
        /// The name in `mcp.json`
        name: String,
    },
    /// Serve what a server offers now
    Approve {
        /// The name in `mcp.json`
        name: String,
        /// What was looked at, as `servers diff` prints it
        #[arg(long)]
        seen: String,
    },
    /// Show what a server that is a program has written to its standard error
    Logs {
        /// The name in `mcp.json`
        name: String,
    },
}

/// Runs the command, on a server elsewhere or by connecting to the servers of this folder.
pub(super) async fn run(
    remote: &Remote,
    options: Arc<RegistryOptions>,
    arguments: ServersArguments,
) -> Result<(), Failure> {
    let elsewhere = remote.server(&arguments.remote)?;
    match (&arguments.action, &elsewhere) {
        (Some(Action::Login(_) | Action::Logout { .. }), Some(_)) => {
            let why = "the tokens are kept on the machine of the server: log in or out there";
            return Err(Failure::because(why));
        }
        (Some(Action::Login(login)), None) => return logins::login(&options, login).await,
        (Some(Action::Logout { name }), None) => return logins::logout(&options, name).await,
        _ => {}
    }
    let action = arguments.action.as_ref();
    if let Some(action) = action.filter(|action| action.is_change()) {
        let servers = match elsewhere {
            Some(server) => ChangedServers::Elsewhere(server),
            None => ChangedServers::Here(options.servers().clone()),
        };
        return action.make(&servers).await;
    }
    let approved = match action {
        Some(Action::Approve { name, seen }) => Some((name, seen)),
        _ => None,
    };
    let servers = match elsewhere {
        Some(server) => {
            if let Some((name, seen)) = approved {
                let body = json!({"seen": seen});
                server.post(&["servers", name, "approve"], &body).await?;
            }
            server.all(&["servers"], &[]).await?
        }
        None => connected(&options, approved).await?,
    };
    show(&servers, &arguments)
}

impl Action {
    /// Whether it changes the servers.
    const fn is_change(&self) -> bool {
        matches!(
            self,
            Self::Add(_)
                | Self::Import(_)
                | Self::Remove { .. }
                | Self::Enable { .. }
                | Self::Disable { .. }
        )
    }

    /// Makes the change.
    async fn make(&self, servers: &ChangedServers) -> Result<(), Failure> {
        match self {
            Self::Add(arguments) => servers.add(arguments).await,
            Self::Import(arguments) => servers.import(arguments).await,
            Self::Remove { name } => servers.remove(name).await,
            Self::Enable { name } => servers.switch(name, true).await,
            Self::Disable { name } => servers.switch(name, false).await,
            _ => Ok(()),
        }
    }
}

/// Prints what the command asks for.
fn show(servers: &[Value], arguments: &ServersArguments) -> Result<(), Failure> {
    let named = |name: &String| {
        let found = servers.iter().find(|server| server["name"] == **name);
        found.ok_or_else(|| unknown(name))
    };
    match &arguments.action {
        None | Some(Action::List) if arguments.json => output::print_json(&servers)?,
        None | Some(Action::List) if servers.is_empty() => {
            output::notice("there are no servers in `mcp.json`");
        }
        None | Some(Action::List) => {
            let lines: Vec<_> = servers.iter().map(line).collect();
            output::print(&lines.join("\n"))?;
        }
        Some(Action::Test { name }) => print_test(named(name)?)?,
        Some(Action::Diff { name }) => print_held(named(name)?, arguments.json)?,
        Some(Action::Logs { name }) => {
            let lines = named(name)?["last_lines"].as_array().into_iter().flatten();
            let lines: Vec<_> = lines.filter_map(Value::as_str).collect();
            output::print(&lines.join("\n"))?;
        }
        Some(Action::Approve { name, .. }) => {
            let tools = named(name)?["tools"].as_array().map_or(0, Vec::len);
            output::print(&format!(
                "approved `{name}`, which now offers {tools} tools"
            ))?;
        }
        // These change the file, before anything is shown.
        Some(_) => {}
    }
    Ok(())
}

/// Prints what a server offers.
fn print_test(server: &Value) -> Result<(), Failure> {
    if server["state"] != "ready" {
        return Err(Failure::because(line(server)));
    }
    output::print_line(&line(server))?;
    for member in ["tools", "problems"] {
        let entries = server[member].as_array().into_iter().flatten();
        for entry in entries.filter_map(Value::as_str) {
            output::print_line(&format!("  {entry}"))?;
        }
    }
    Ok(())
}

/// Connects to the servers of the folder, and returns what each is doing.
async fn connected(
    options: &RegistryOptions,
    approved: Option<(&String, &String)>,
) -> Result<Vec<Value>, Failure> {
    let gateway = options.gateway();
    let failed = |error: &dyn std::fmt::Display| Failure::because(error.to_string());
    let (opened, stored) = (gateway.clone(), options.servers().clone());
    let configured = blocking(move || {
        let configured = opened.configure(stored.read().map_err(because)?);
        configured.map_err(|error| Failure::because(error.to_string()))
    });
    configured.await?;
    // A server that takes longer is shown as it is then.
    let _ = tokio::time::timeout(PATIENCE, gateway.settled()).await;
    if let Some((name, seen)) = approved {
        let (opened, server, seen) = (gateway.clone(), name.clone(), seen.clone());
        let approved = blocking(move || {
            let approved = opened.approve(&server, Some(&seen));
            approved.map_err(|error| Failure::because(error.to_string()))
        });
        if approved.await? == Approval::Changed {
            let why = format!("`{name}` has other definitions by now: see `servers diff {name}`");
            return Err(Failure::because(why));
        }
    }
    let status = gateway.status();
    gateway.disconnect();
    let values = status.iter().map(serde_json::to_value);
    values
        .collect::<Result<_, _>>()
        .map_err(|error| failed(&error))
}

fn line(server: &Value) -> String {
    let text = |member: &str| server[member].as_str().unwrap_or_default();
    let count = |member: &str| match &server[member] {
        Value::Array(entries) => entries.len() as u64,
        number => number.as_u64().unwrap_or_default(),
    };
    let mut parts = vec![format!(
        "{}  {}  {}",
        text("name"),
        text("transport"),
        text("state")
    )];
    if text("state") == "ready" {
        let (tools, resources) = (count("tools"), count("resources"));
        let prompts = count("prompts");
        parts.push(format!(
            "{tools} tools, {resources} resources, {prompts} prompts"
        ));
    }
    if !text("reason").is_empty() {
        parts.push(text("reason").to_owned());
    }
    if count("held") > 0 {
        let name = text("name");
        parts.push(format!(
            "{} changes held back: `servers diff {name}`",
            count("held")
        ));
    }
    if count("problems") > 0 {
        parts.push(format!("{} problems", count("problems")));
    }
    parts.join("  ")
}

/// Prints each change that is held back, before and after.
fn print_held(server: &Value, is_json: bool) -> Result<(), Failure> {
    if is_json {
        return Ok(output::print_json(&server["held"])?);
    }
    let held: Vec<_> = server["held"].as_array().into_iter().flatten().collect();
    if held.is_empty() {
        output::notice("no change is held back");
        return Ok(());
    }
    for change in held {
        output::print_line(change["item"].as_str().unwrap_or_default())?;
        let none = Value::Null;
        let (pinned, offered) = (&change["pinned"], &change["offered"]);
        for (sign, definition, other) in [("-", pinned, offered), ("+", offered, pinned)] {
            let members = definition.as_object().into_iter().flatten();
            for (name, value) in
                members.filter(|(name, value)| other.get(name).unwrap_or(&none) != *value)
            {
                output::print_line(&format!("  {sign} {name}: {value}"))?;
            }
        }
    }
    let text = |member: &str| server[member].as_str().unwrap_or_default();
    let (name, seen) = (text("name"), text("seen"));
    output::notice(&format!(
        "approve it with `servers approve {name} --seen {seen}`"
    ));
    Ok(())
}
