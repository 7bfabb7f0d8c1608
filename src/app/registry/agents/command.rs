//! Runs `toolwright agents`.

use serde_json::{Value, json};
use toolwright::{
    Server, ToolDef,
    cli::{Failure, output},
};
use toolwright_registry::export;

use super::{
    arguments::{AgentsArguments, AgentsCommand},
    print::{print_export, print_list},
};
use crate::app::{
    registry::{
        definitions::{Definitions, LocalAgents, RemoteDefinitions, commands as definitions},
        open::RegistryOptions,
    },
    remote::{Remote, RemoteServer},
};

/// Runs the command.
pub(in crate::app::registry) async fn run(
    server: Server,
    options: &RegistryOptions,
    remote: &Remote,
    arguments: AgentsArguments,
) -> Result<(), Failure> {
    if let Some(elsewhere) = remote.server(&arguments.remote)? {
        return run_elsewhere(&elsewhere, arguments).await;
    }
    let place = LocalAgents::open(options, server.added_tools()).await?;
    match arguments.command {
        None => print_list(&list(&place), arguments.json),
        Some(AgentsCommand::Export { name }) => print_export(&exported(&place, &name)?),
        Some(command) => run_in(&place, command).await,
    }
}

/// Runs the command on a server elsewhere.
async fn run_elsewhere(server: &RemoteServer, arguments: AgentsArguments) -> Result<(), Failure> {
    match arguments.command {
        None => print_list(&server.all(&["agents"], &[]).await?, arguments.json),
        Some(AgentsCommand::Export { name }) => {
            print_export(&server.get(&["agents", &name, "export"], &[]).await?)
        }
        Some(command) => run_in(&RemoteDefinitions::agents(server), command).await,
    }
}

/// Runs a command that is the same for every place of definitions.
async fn run_in(place: &impl Definitions, command: AgentsCommand) -> Result<(), Failure> {
    match command {
        AgentsCommand::Show { name } => definitions::show(place, &name).await,
        AgentsCommand::Add { file, write } => definitions::add(place, &file, write).await,
        AgentsCommand::Edit(arguments) => definitions::edit(place, &arguments).await,
        AgentsCommand::Enable(arguments) => definitions::switch(place, &arguments, true).await,
        AgentsCommand::Disable(arguments) => definitions::switch(place, &arguments, false).await,
        AgentsCommand::Remove(arguments) => definitions::remove(place, &arguments).await,
        AgentsCommand::Restore(arguments) => definitions::restore(place, &arguments).await,
        AgentsCommand::History(arguments) => definitions::history(place, &arguments).await,
        AgentsCommand::Rollback(arguments) => definitions::roll_back(place, &arguments).await,
        // It differs, and has run already.
        AgentsCommand::Export { .. } => Ok(()),
    }
}

/// Returns the agents as the list of the API has them.
fn list(place: &LocalAgents) -> Vec<Value> {
    let records = place.records().into_iter();
    let items = records.map(|record| {
        let agent = &record.spec;
        json!({
            "name": agent.name(), "description": agent.description(), "owner": agent.owner(),
            "model_provider": agent.provider(), "model_name": agent.model(),
            "tool_count": agent.tools().len(), "is_active": agent.is_active(),
            "is_public": agent.is_public(), "revision": record.revision.to_string(),
        })
    });
    items.collect()
}

/// Returns what the API of the provider wants, as that of this server exports it.
fn exported(place: &LocalAgents, name: &str) -> Result<Value, Failure> {
    let record = place.record(name)?;
    let names = place.names();
    let (mut tools, mut left_out) = (Vec::new(), Vec::new());
    for listed in record.spec.tools() {
        match names.name(listed).and_then(|name| place.live(name)) {
            Some(tool) => tools.push(tool),
            None => left_out.push(listed.to_string()),
        }
    }
    if !left_out.is_empty() {
        output::notice(&format!("left out: {}", left_out.join(", ")));
    }
    let tools: Vec<&ToolDef> = tools.iter().map(|tool| tool.definition()).collect();
    let exported = export(&record.spec, &tools);
    Ok(json!({
        "request": exported.request,
        "renamed": exported.renamed,
        "problems": exported.problems,
    }))
}
