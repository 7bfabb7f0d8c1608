//! The other MCP servers: adds them to the server, and follows `mcp.json`.

use std::{
    convert::Infallible,
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use toolwright::{Error, Server};
use toolwright_base::lock;

use super::open::RegistryOptions;

/// How often `mcp.json` is looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// Adds the tools, resources and prompts of the servers in `mcp.json`. They are connected in the
/// background when the server starts, and again when the file changes.
pub(super) fn serve(server: Server, options: &RegistryOptions) -> Server {
    let (options, gateway) = (options.clone(), options.gateway().clone());
    let task = Arc::new(Mutex::new(None));
    let stopped = Arc::clone(&task);
    let (source, closed) = (gateway.clone(), gateway);
    server
        .source(source)
        .on_serve(move |_| async move {
            let command = |error: &dyn std::fmt::Display| Error::Command(error.to_string());
            let seen = (
                version(options.servers_file().path()),
                version(&options.pinned_file()),
            );
            let servers = options.servers().map_err(|error| command(&error))?;
            let configured = options.gateway().configure(servers);
            configured.map_err(|error| command(&error))?;
            *lock(&task) = Some(tokio::spawn(async move { follow(&options, seen).await }));
            Ok::<_, Error>(())
        })
        .on_stop(move |_| async move {
            if let Some(task) = lock(&stopped).take() {
                task.abort();
            }
            closed.disconnect();
            Ok::<_, Infallible>(())
        })
}

/// The time and the length of a file, which a change changes.
type Version = Option<(SystemTime, u64)>;

fn version(file: &Path) -> Version {
    let found = fs::metadata(file).ok()?;
    Some((found.modified().ok()?, found.len()))
}

/// Connects to other servers whenever `mcp.json` changes, and serves what was approved in `mcp.lock`. A
/// file that is malformed changes nothing.
async fn follow(options: &RegistryOptions, (mut servers, mut pinned): (Version, Version)) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        let now = version(options.servers_file().path());
        if now != servers {
            servers = now;
            let read = options.servers().map_err(|error| error.to_string());
            let configured = read.and_then(|servers| {
                let configured = options.gateway().configure(servers);
                configured.map_err(|error| error.to_string())
            });
            match configured {
                Ok(()) => tracing::info!("connecting to the servers of the changed `mcp.json`"),
                Err(error) => tracing::error!("the changed `mcp.json` is not used: {error}"),
            }
        }
        let now = version(&options.pinned_file());
        if now != pinned {
            pinned = now;
            if let Err(error) = options.gateway().reload_pins() {
                tracing::error!("the changed `mcp.lock` is not used: {error}");
            }
        }
    }
}
