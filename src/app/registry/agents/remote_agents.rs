//! `toolwright agents` of a server elsewhere.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use toolwright::cli::{Failure, output};
use toolwright_registry::Agent;

use super::{
    arguments::AgentsCommand,
    print::{check_name, print_export, print_list},
};
use crate::app::registry::{
    arguments::{NameArguments, WriteArguments},
    change::{ask, finish_edit, in_editor, print_revisions},
    inspect::read,
    remote_change, remote_inspect,
};
use crate::app::remote::RemoteServer;

/// Lists the agents.
pub(super) async fn list(server: &RemoteServer, json: bool) -> Result<(), Failure> {
    print_list(&server.all(&["agents"], &[]).await?, json)
}

/// Runs a command.
pub(super) async fn run(server: &RemoteServer, command: AgentsCommand) -> Result<(), Failure> {
    match command {
        AgentsCommand::Show { name } => Ok(output::print_json(
            &server.get(&["agents", &name], &[]).await?,
        )?),
        AgentsCommand::Add { file, write } => add(server, &file, write).await,
        AgentsCommand::Edit(arguments) => edit(server, &arguments).await,
        AgentsCommand::Enable(arguments) => switch(server, &arguments, true).await,
        AgentsCommand::Disable(arguments) => switch(server, &arguments, false).await,
        AgentsCommand::Remove(arguments) => remove(server, &arguments).await,
        AgentsCommand::Restore(arguments) => {
            let path = ["agents", &arguments.name, "restore"];
            let agent = server.change(Method::POST, &path, None, None).await?;
            print_revisions(&[summary(&agent)], arguments.json)
        }
        AgentsCommand::History(arguments) => {
            remote_inspect::history(server, "agents", &arguments).await
        }
        AgentsCommand::Rollback(arguments) => {
            let old = server.get(&["agents", &arguments.name], &[]).await?;
            remote_change::rollback(server, "agents", &old, &arguments).await
        }
        AgentsCommand::Export { name } => {
            let exported = server.get(&["agents", &name, "export"], &[]).await?;
            let request = exported["request"].as_object().cloned();
            print_export(
                &request.unwrap_or_default(),
                &exported["renamed"],
                &exported["problems"],
            )
        }
    }
}

async fn add(server: &RemoteServer, file: &Path, write: WriteArguments) -> Result<(), Failure> {
    let agents = Agent::parse_any(&file.display().to_string(), &read(file)?);
    let agents = agents.map_err(|invalid| Failure::because(invalid.to_string()))?;
    let mut present = Vec::with_capacity(agents.len());
    for agent in &agents {
        present.push(server.find(&["agents", agent.name()]).await?);
    }
    if present.iter().any(Option::is_some) {
        let names = agents.iter().zip(&present).filter(|(_, old)| old.is_some());
        let names: Vec<_> = names.map(|(agent, _)| agent.name()).collect();
        output::notice(&format!("replaces {}", names.join(", ")));
        ask(write)?;
    }
    let mut changed = Vec::new();
    for (agent, old) in agents.iter().zip(present) {
        let body = Value::Object(agent.json().clone());
        let stored = match &old {
            None => server.post(&["agents"], &body).await,
            Some(old) => {
                let path = ["agents", agent.name()];
                let put = server.change(Method::PUT, &path, Some(revision(old)), Some(&body));
                put.await
            }
        };
        match stored {
            Ok(agent) => changed.push(summary(&agent)),
            Err(error) => {
                print_revisions(&changed, write.json)?;
                return Err(error.into());
            }
        }
    }
    print_revisions(&changed, write.json)
}

async fn edit(server: &RemoteServer, arguments: &NameArguments) -> Result<(), Failure> {
    let path = ["agents", arguments.name.as_str()];
    let old = server.get(&path, &[]).await?;
    let foreign = || Failure::because("the agent belongs to somebody else");
    let shown = old["spec"].as_object().ok_or_else(foreign)?;
    let file = in_editor(&arguments.name, shown)?;
    let changed = async {
        let agent = Agent::parse(&file.display().to_string(), &read(&file)?);
        let agent = agent.map_err(|invalid| Failure::because(invalid.to_string()))?;
        check_name(agent.name(), &arguments.name)?;
        let body = Value::Object(agent.json().clone());
        let put = server.change(Method::PUT, &path, Some(revision(&old)), Some(&body));
        print_revisions(&[summary(&put.await?)], arguments.json)
    };
    finish_edit(&file, changed.await)
}

async fn remove(server: &RemoteServer, arguments: &NameArguments) -> Result<(), Failure> {
    let path = ["agents", &arguments.name];
    let old = server.get(&path, &[]).await?;
    let (name, number) = summary(&old);
    let removed = server.change(Method::DELETE, &path, Some(revision(&old)), None);
    removed.await?;
    // A removal is a version of its own.
    print_revisions(&[(name, number + 1)], arguments.json)
}

async fn switch(
    server: &RemoteServer,
    arguments: &NameArguments,
    is_active: bool,
) -> Result<(), Failure> {
    let path = ["agents", arguments.name.as_str()];
    let old = server.get(&path, &[]).await?;
    let body = json!({"is_active": is_active});
    let changed = server.change(Method::PATCH, &path, Some(revision(&old)), Some(&body));
    print_revisions(&[summary(&changed.await?)], arguments.json)
}

fn revision(agent: &Value) -> &str {
    agent["revision"].as_str().unwrap_or_default()
}

/// Returns the name and the revision of an agent.
fn summary(agent: &Value) -> (String, u64) {
    let name = agent["name"].as_str().unwrap_or_default().to_owned();
    (name, revision(agent).parse().unwrap_or_default())
}
