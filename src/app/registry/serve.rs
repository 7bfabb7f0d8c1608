//! Adds the registry to the server.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex},
};

use toolwright::{Error, Server, catalog::Change};
use toolwright_base::lock;
use toolwright_registry::Registry;

use super::{open::RegistryOptions, servers};

/// Adds the tools of the registry to `server`. They are read when it starts, and followed until it
/// stops.
pub(in crate::app) fn serve(
    server: Server,
    options: RegistryOptions,
    registry: &Registry,
) -> Server {
    let server = servers::serve(server, &options);
    let registry = registry.clone();
    let (opened, checked) = (registry.clone(), registry.clone());
    let task = Arc::new(Mutex::new(None));
    let stopped = Arc::clone(&task);
    server
        .starts_for_lists()
        .source(registry)
        .on_start(move |services| async move {
            let command = |error: &dyn std::fmt::Display| Error::Command(error.to_string());
            options.prepare().map_err(|error| command(&error))?;
            opened.ask_scripts();
            opened.reload().await.map_err(|error| command(&error))?;
            services
                .catalog()
                .refresh(Change::Tools)
                .map_err(|error| command(&error))?;
            opened.mark_seen().await;
            *lock(&task) = Some(tokio::spawn(async move { opened.follow().await }));
            Ok::<_, Error>(())
        })
        .on_stop(move |_| async move {
            if let Some(task) = lock(&stopped).take() {
                task.abort();
            }
            Ok::<_, Infallible>(())
        })
        .ready_when("registry", move || {
            let problem = checked.problem();
            async move { problem.map_or(Ok(()), |problem| Err(Error::Command(problem))) }
        })
}
