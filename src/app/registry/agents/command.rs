//! Runs `toolwright agents`.

use toolwright::{
    Server,
    cli::{Failure, output},
};
use toolwright_registry::{Action, Expected};

use super::{
    arguments::{AgentsArguments, AgentsCommand},
    local_agents::LocalAgents,
    remote_agents,
};
use crate::app::{registry::open::RegistryOptions, remote::Remote};

/// Runs the command.
pub(in crate::app::registry) async fn run(
    server: Server,
    options: &RegistryOptions,
    remote: &Remote,
    arguments: AgentsArguments,
) -> Result<(), Failure> {
    if let Some(elsewhere) = remote.server(&arguments.remote)? {
        return match arguments.command {
            None => remote_agents::list(&elsewhere, arguments.json).await,
            Some(command) => remote_agents::run(&elsewhere, command).await,
        };
    }
    let place = LocalAgents::open(options, server.added_tools()).await?;
    match arguments.command {
        None => place.list(arguments.json),
        Some(AgentsCommand::Show { name }) => {
            Ok(output::print_json(place.get(&name)?.spec.json())?)
        }
        Some(AgentsCommand::Add { file, write }) => place.add(&file, write).await,
        Some(AgentsCommand::Edit(arguments)) => place.edit(&arguments).await,
        Some(AgentsCommand::Enable(arguments)) => place.switch(&arguments, true).await,
        Some(AgentsCommand::Disable(arguments)) => place.switch(&arguments, false).await,
        Some(AgentsCommand::Remove(arguments)) => {
            let remove = Action::Remove(arguments.name);
            place
                .change(vec![(remove, Expected::Any)], arguments.json)
                .await
        }
        Some(AgentsCommand::Restore(arguments)) => {
            let restore = Action::Restore(arguments.name);
            let change = vec![(restore, Expected::Absent)];
            place.change(change, arguments.json).await
        }
        Some(AgentsCommand::History(arguments)) => place.history(&arguments).await,
        Some(AgentsCommand::Rollback(arguments)) => place.rollback(arguments).await,
        Some(AgentsCommand::Export { name }) => place.export(&name),
    }
}
