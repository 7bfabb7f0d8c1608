//! `toolwright secrets`: the keys that seal the credentials of tools and of other servers.

use std::sync::Arc;

use clap::Subcommand;
use toolwright::{
    Tool,
    cli::{Failure, output},
};
use toolwright_registry::{
    Action, Expected, Record, Registry, Request, StoreError, ToolSpec, generate, rewrap,
};

use super::{
    definitions::request,
    open::{RegistryOptions, failure},
};

/// Make and change the keys that seal the credentials of tools and of other servers
#[derive(Debug, clap::Args)]
pub(super) struct SecretsArguments {
    #[command(subcommand)]
    command: SecretsCommand,
}

#[derive(Debug, Subcommand)]
enum SecretsCommand {
    /// Print a new key, for `TOOLWRIGHT_SECRET_KEY`
    Generate,
    /// Seal all credentials with the first key; with a file of keys, a new one is made first
    Rotate,
}

/// Runs the command.
pub(super) async fn run(
    tools: &[Arc<dyn Tool>],
    options: &RegistryOptions,
    arguments: SecretsArguments,
) -> Result<(), Failure> {
    match arguments.command {
        SecretsCommand::Generate => Ok(output::print(&generate())?),
        SecretsCommand::Rotate => {
            let registry = options.open(tools).await?;
            rotate(&registry, options).await
        }
    }
}

/// Seals all credentials with the first key. A rotation that was interrupted goes on where it was.
async fn rotate(registry: &Registry, options: &RegistryOptions) -> Result<(), Failure> {
    let keys = options.secrets();
    let servers = options.servers().clone();
    let is_pending = |record: &Record| matches!(rewrapped(registry, record), Ok(Some(_)));
    let is_any_pending = registry.records().iter().any(is_pending) || servers.is_rotation_pending();
    if keys.are_in_file() && !is_any_pending {
        keys.renew()?;
    }
    options.logins().0.rewrap()?;
    let mut unreadable = loop {
        let (requests, unreadable) = requests(registry);
        let count = requests.len();
        match registry.change(requests).await {
            Ok(_) => {
                output::print(&format!("{count} tools have their credentials sealed anew"))?;
                break unreadable;
            }
            // Somebody else has changed a tool meanwhile.
            Err(StoreError::Conflict { .. } | StoreError::Unknown { .. }) => {
                registry.reload().await.map_err(failure)?;
            }
            Err(error) => return Err(failure(error)),
        }
    };
    match servers.rotate() {
        Ok(0) => {}
        Ok(count) => output::print(&format!(
            "{count} servers have their credentials sealed anew"
        ))?,
        Err(error) => unreadable.push(error.to_string()),
    }
    match unreadable.is_empty() {
        true => Ok(()),
        false => Err(Failure::because(unreadable.join("\n"))),
    }
}

/// Returns a request for each tool whose credentials are to be sealed anew, and a message for each
/// whose credentials cannot be opened.
fn requests(registry: &Registry) -> (Vec<Request>, Vec<String>) {
    let (mut requests, mut unreadable) = (Vec::new(), Vec::new());
    for record in registry.records() {
        match rewrapped(registry, &record) {
            Ok(None) => {}
            Ok(Some(spec)) => {
                let expected = Expected::Revision(record.revision);
                requests.push(request(Action::Put(spec), expected));
            }
            Err(message) => unreadable.push(message),
        }
    }
    (requests, unreadable)
}

/// Returns the definition with its credentials sealed by the first key, or `None` if they are.
fn rewrapped(registry: &Registry, record: &Record) -> Result<Option<Arc<ToolSpec>>, String> {
    let name = record.spec.name();
    let mut json = record.spec.json().clone();
    let engines = registry.engines();
    match rewrap(&mut json, name, &engines.secrets) {
        Ok(false) => Ok(None),
        Ok(true) => match ToolSpec::of_json(name, &json, engines) {
            Ok(spec) => Ok(Some(Arc::new(spec))),
            Err(invalid) => Err(invalid.to_string()),
        },
        Err(error) => Err(format!("a credential of `{name}` cannot be read: {error}")),
    }
}
