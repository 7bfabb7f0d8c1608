//! Adds the registry to the server.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
};

use tokio::task::JoinSet;
use toolwright::{Catalog, Error, Server, catalog::Change};
use toolwright_base::lock;
use toolwright_registry::{Agents, Registry};

use super::{open::RegistryOptions, servers};
use crate::{
    agents::{PREFIX, ServedAgents},
    app::called_tool::CalledTool,
};

/// Adds the tools and agents of the registry to `server`. They are read when it starts, and followed until
/// it stops.
pub(in crate::app) fn serve(
    server: Server,
    options: RegistryOptions,
    registry: &Registry,
    agents: &ServedAgents,
    called: CalledTool,
) -> Server {
    let server = servers::serve(server, &options);
    let registry = registry.clone();
    let (opened, checked) = (registry.clone(), registry.clone());
    let (served, checked_agents) = (agents.clone(), agents.registry().clone());
    let task = Arc::new(Mutex::new(None::<JoinSet<()>>));
    let stopped = Arc::clone(&task);
    let server = server
        .starts_for_lists()
        .source(registry)
        .virtual_servers(PREFIX, agents.clone())
        .on_start(move |services| async move {
            options.prepare().map_err(Error::Command)?;
            opened.ask_scripts();
            read(&opened, &called, services.catalog()).await?;
            if called.name().is_none() {
                let following = follow(opened, &served, services.catalog()).await?;
                *lock(&task) = Some(following);
            }
            Ok::<_, Error>(())
        })
        .on_stop(move |_| async move {
            // Its tasks end when it is dropped.
            drop(lock(&stopped).take());
            Ok::<_, Infallible>(())
        });
    with_readiness(server, checked, checked_agents)
}

/// Reads the agents, and starts the tasks that notice changes of tools and agents.
async fn follow(
    registry: Registry,
    served: &ServedAgents,
    catalog: &Catalog,
) -> Result<JoinSet<()>, Error> {
    let agents = served.registry().clone();
    let loaded = agents.reload().await;
    loaded.map_err(|error| Error::Command(error.to_string()))?;
    served.start(catalog);
    let mut following = JoinSet::new();
    following.spawn(async move { registry.follow().await });
    following.spawn(announce(agents.clone(), catalog.clone()));
    following.spawn(async move { agents.follow().await });
    Ok(following)
}

/// Tells clients that an agent was changed: its tools and its prompt may be others. Never returns.
async fn announce(agents: Agents, catalog: Catalog) {
    let mut changes = agents.changes();
    while changes.changed().await.is_ok() {
        catalog.announce(Change::Tools);
        catalog.announce(Change::Prompts);
    }
}

/// Adds what `/readyz` says about the registry. While its database is away, the tools that are known go
/// on without it.
fn with_readiness(server: Server, registry: Registry, agents: Agents) -> Server {
    let (away, away_agents) = (registry.clone(), agents.clone());
    server
        .ready_when("registry", move || {
            let problem = registry.problem().filter(|_| !registry.is_away());
            let of_agents = || agents.problem().filter(|_| !agents.is_away());
            let problem = problem.or_else(of_agents);
            async move { problem.map_or(Ok(()), |problem| Err(Error::Command(problem))) }
        })
        .degraded_when("registry", move || {
            let problem = away.problem().filter(|_| away.is_away());
            let of_agents = || away_agents.problem().filter(|_| away_agents.is_away());
            let problem = problem.or_else(of_agents);
            async move { problem.map_or(Ok(()), |problem| Err(Error::Command(problem))) }
        })
}

/// Reads what this process needs, and adds it to the catalogue.
async fn read(registry: &Registry, called: &CalledTool, catalog: &Catalog) -> Result<(), Error> {
    let read = match called.name() {
        Some(name) => registry.reload_for_call(name).await,
        None => registry.reload().await,
    };
    read.map_err(|error| Error::Command(error.to_string()))?;
    let added = catalog.refresh(Change::Tools);
    added.map_err(|error| Error::Command(error.to_string()))?;
    registry.mark_seen().await;
    Ok(())
}
