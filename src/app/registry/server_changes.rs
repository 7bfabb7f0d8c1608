//! [`ChangedServers`]: `toolwright servers add`, `import`, `remove`, `enable` and `disable`.
//!
//! Comments and the order of `mcp.json` are kept. What would be malformed is not written.

use reqwest::Method;
use serde_json::{Map, Value, json};
use toolwright::cli::{Failure, output};
use toolwright_registry::{ExpectedServer, Servers, ServersError};

use super::{
    open::because,
    server_arguments::{AddArguments, ImportArguments, pasted},
};
use crate::app::{blocking::blocking, remote::RemoteServer};

/// The servers that this machine knows, in `mcp.json` or in a database, or those of a server elsewhere.
#[derive(Debug)]
pub(super) enum ChangedServers {
    Here(Servers),
    Elsewhere(RemoteServer),
}

/// The servers that were added, and why others were not.
struct Imported {
    added: Map<String, Value>,
    left_out: Vec<(String, String)>,
}

impl ChangedServers {
    /// Adds a server. On this machine it replaces the one of the same name.
    pub(super) async fn add(&self, arguments: &AddArguments) -> Result<(), Failure> {
        let (mut entry, name) = (arguments.entry()?, &arguments.name);
        let was_there = match self {
            Self::Here(servers) => {
                let (name, secrets) = (name.clone(), arguments.secrets.clone());
                let put = move |servers: &Servers| {
                    servers.put(&name, entry, &secrets, &ExpectedServer::Any)
                };
                here(servers, put).await?
            }
            Self::Elsewhere(server) => {
                entry.insert("name".to_owned(), json!(name));
                entry.insert("secrets".to_owned(), json!(arguments.secrets));
                server.post(&["servers"], &Value::Object(entry)).await?;
                false
            }
        };
        let done = if was_there { "replaced" } else { "added" };
        self.say(&format!("{done} `{name}`"), "in");
        Ok(())
    }

    /// Removes a server.
    pub(super) async fn remove(&self, name: &str) -> Result<(), Failure> {
        match self {
            Self::Here(servers) => {
                let name = name.to_owned();
                here(servers, move |servers| {
                    servers.remove(&name, &ExpectedServer::Any)
                })
                .await?;
            }
            Self::Elsewhere(server) => change(server, Method::DELETE, name, None).await?,
        }
        self.say(&format!("removed `{name}`"), "from");
        Ok(())
    }

    /// Lets a server be connected to, or not.
    pub(super) async fn switch(&self, name: &str, is_on: bool) -> Result<(), Failure> {
        let patch = json!({"disabled": !is_on});
        match self {
            Self::Here(servers) => {
                let name = name.to_owned();
                let change = move |entry: &mut Map<String, Value>| {
                    entry.insert("disabled".to_owned(), patch["disabled"].clone());
                };
                let patch = move |servers: &Servers| {
                    servers.patch(&name, change, &[], &ExpectedServer::Any)
                };
                here(servers, patch).await?;
            }
            Self::Elsewhere(server) => change(server, Method::PATCH, name, Some(&patch)).await?,
        }
        let done = if is_on { "enabled" } else { "disabled" };
        output::notice(&format!("{done} `{name}`"));
        Ok(())
    }

    /// Adds the servers of a host or of a file of this machine. Those that are there already stay as they are.
    pub(super) async fn import(&self, arguments: &ImportArguments) -> Result<(), Failure> {
        let Imported { added, left_out } = self.imported(arguments).await?;
        for (name, why) in left_out {
            output::notice(&format!("left out `{name}`: {why}"));
        }
        if added.is_empty() {
            output::notice("there is nothing to add");
        } else if arguments.dry_run {
            output::print_json(&json!({"mcpServers": added}))?;
        } else {
            let names: Vec<_> = added.keys().map(|name| format!("`{name}`")).collect();
            self.say(&format!("added {}", names.join(", ")), "to");
        }
        Ok(())
    }

    async fn imported(&self, arguments: &ImportArguments) -> Result<Imported, Failure> {
        let pasted = pasted(arguments)?;
        match self {
            Self::Here(servers) => {
                let is_dry_run = arguments.dry_run;
                let import = move |servers: &Servers| servers.import(pasted, is_dry_run);
                let imported = here(servers, import).await?;
                let left_out = imported.left_out.into_iter();
                Ok(Imported {
                    added: imported.added,
                    left_out: left_out.map(|(name, why)| (name, why.into())).collect(),
                })
            }
            Self::Elsewhere(server) => {
                let entries = json!({"mcpServers": pasted.entries()});
                let body = json!({"text": entries.to_string(), "dry_run": arguments.dry_run});
                let mut answer = server.post(&["servers", "import"], &body).await?;
                let left_out = answer["left_out"].as_array().into_iter().flatten();
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let left_out = left_out.map(|left| (text(&left["name"]), text(&left["reason"])));
                Ok(Imported {
                    left_out: left_out.collect(),
                    added: serde_json::from_value(answer["added"].take()).unwrap_or_default(),
                })
            }
        }
    }

    /// Tells what was done, and where if it is on this machine.
    fn say(&self, done: &str, preposition: &str) {
        match self {
            Self::Here(servers) => {
                output::notice(&format!("{done} {preposition} {}", servers.place()));
            }
            Self::Elsewhere(_) => output::notice(done),
        }
    }
}

/// Makes a change on this machine, on a thread that may block.
async fn here<T: Send + 'static>(
    servers: &Servers,
    change: impl FnOnce(&Servers) -> Result<T, ServersError> + Send + 'static,
) -> Result<T, Failure> {
    let servers = servers.clone();
    blocking(move || change(&servers).map_err(unwritten)).await
}

/// Changes a server of a server elsewhere, as it is now.
async fn change(
    server: &RemoteServer,
    method: Method,
    name: &str,
    body: Option<&Value>,
) -> Result<(), Failure> {
    let path = ["servers", name];
    let found = server.get(&path, &[]).await?;
    let version = found["version"].as_str();
    server.change(method, &path, version, body).await?;
    Ok(())
}

/// Converts the error of a change that was not made.
fn unwritten(error: ServersError) -> Failure {
    match error {
        ServersError::Invalid(invalid) => {
            Failure::because(format!("{invalid}\nnothing was written"))
        }
        other => because(other),
    }
}
