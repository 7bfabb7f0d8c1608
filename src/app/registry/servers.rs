//! The other MCP servers: adds them to the server, and follows what is changed.

use std::{
    convert::Infallible,
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::SystemTime,
};

use tokio::task::spawn_blocking;
use toolwright::{Error, Server};
use toolwright_base::lock;

use super::open::RegistryOptions;

/// Adds the tools, resources and prompts of the other servers. They are connected in the background when the
/// server starts, and again when they are changed.
pub(super) fn serve(server: Server, options: &RegistryOptions) -> Server {
    let (options, gateway) = (options.clone(), options.gateway().clone());
    let task = Arc::new(Mutex::new(None));
    let stopped = Arc::clone(&task);
    let (source, closed) = (gateway.clone(), gateway);
    server
        .source(source)
        .on_serve(move |_| async move {
            let (opened, seen) = (options.clone(), pins_version(&options));
            let configured = spawn_blocking(move || configure(&opened)).await;
            let configured = configured.map_err(|error| Error::Command(error.to_string()))?;
            let version = configured.map_err(Error::Command)?;
            let seen = Seen {
                version,
                pins: seen,
            };
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

fn pins_version(options: &RegistryOptions) -> Version {
    version(&options.pinned_file())
}

/// What of the other servers was taken over.
struct Seen {
    version: u128,
    /// The version of `mcp.lock`.
    pins: Version,
}

/// Connects to the servers as they are stored. Returns their version.
fn configure(options: &RegistryOptions) -> Result<u128, String> {
    let stored = options.servers();
    // One that is changed meanwhile is taken over by the next look.
    let read = stored
        .version()
        .and_then(|version| Ok((version, stored.read()?)));
    let (version, servers) = read.map_err(|error| error.to_string())?;
    let configured = options.gateway().configure(servers);
    configured.map_err(|error| error.to_string())?;
    Ok(version)
}

/// Connects to other servers whenever they are changed, and serves what was approved elsewhere.
async fn follow(options: &RegistryOptions, mut seen: Seen) {
    let mut is_failing = false;
    loop {
        options.servers().changed().await;
        let looked = options.clone();
        let done = spawn_blocking(move || {
            let taken = seen.take_over(&looked);
            (seen, taken)
        });
        let Ok((next, taken)) = done.await else {
            return;
        };
        seen = next;
        if let Err(error) = &taken
            && !is_failing
        {
            let place = options.servers().place();
            tracing::error!("the changed servers in {place} are not used: {error}");
        }
        is_failing = taken.is_err();
    }
}

impl Seen {
    /// Takes over what was changed. A file that is malformed changes nothing.
    fn take_over(&mut self, options: &RegistryOptions) -> Result<(), String> {
        let now = pins_version(options);
        if options.shared().is_some() || now != self.pins {
            self.pins = now;
            let reloaded = options.gateway().reload_pins();
            reloaded.map_err(|error| error.to_string())?;
        }
        let stored = options.servers();
        let version = stored.version().map_err(|error| error.to_string())?;
        if version != self.version {
            // A file that cannot be used now is looked at again when it changes.
            if options.shared().is_none() {
                self.version = version;
            }
            self.version = configure(options)?;
            tracing::info!("connecting to the changed servers in {}", stored.place());
        }
        Ok(())
    }
}
