//! `toolwright servers login` and `logout`: logs in to other MCP servers that want tokens.
//!
//! The tokens are kept sealed in `logins.json`, beside `mcp.json`. A server of the same folder that runs
//! uses them when it connects next.

use std::{env, sync::Arc, time::Duration};

use toolwright::{
    cli::{Failure, output},
    client::{LoopbackRedirect, OAuthError},
};
use toolwright_gateway::{HttpAddress, Logins as _, Transport};

use super::{open::RegistryOptions, server_arguments::unknown};
use crate::app::blocking::blocking;

/// The variable with the secret of a client that was registered by hand.
const CLIENT_SECRET: &str = "TOOLWRIGHT_OAUTH_CLIENT_SECRET";

/// A login to another server.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The secret of a client that was registered by hand is read from TOOLWRIGHT_OAUTH_CLIENT_SECRET.")]
pub(super) struct LoginArguments {
    /// The name in `mcp.json`
    name: String,
    /// What this program is registered as at the authorization server; without it, it registers itself
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
    /// Scopes to ask for, in place of those that the server wants
    #[arg(long, value_name = "SCOPE", value_delimiter = ',')]
    scope: Vec<String>,
    /// How long to wait for the login
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    timeout: u64,
}

/// Logs in, and keeps the tokens.
pub(super) async fn login(
    options: &RegistryOptions,
    arguments: &LoginArguments,
) -> Result<(), Failure> {
    let name = &arguments.name;
    let redirect = LoopbackRedirect::bind().await.map_err(because)?;
    let (uri, redirect) = (redirect.uri(), Arc::new(redirect));
    let time = Duration::from_secs(arguments.timeout);
    let oauth = address(options, name)
        .await?
        .oauth(options.logins().of(name));
    let mut oauth = oauth
        .map_err(|error| Failure::because(error.to_string()))?
        .scopes(arguments.scope.clone())
        .visiting(uri, move |address| {
            let redirect = Arc::clone(&redirect);
            Box::pin(async move {
                output::notice(&format!("open this address in a browser:\n{address}"));
                redirect.receive(&address, time).await
            })
        });
    if let Some(id) = &arguments.client_id {
        oauth = oauth.client(id, env::var(CLIENT_SECRET).ok());
    }
    oauth.login().await.map_err(because)?;
    Ok(output::print(&format!("logged in to `{name}`"))?)
}

/// Removes the tokens of a server.
pub(super) async fn logout(options: &RegistryOptions, name: &str) -> Result<(), Failure> {
    address(options, name).await?;
    options
        .logins()
        .of(name)
        .clear()
        .map_err(Failure::because)?;
    Ok(output::print(&format!("logged out of `{name}`"))?)
}

/// Returns the address of a server.
async fn address(options: &RegistryOptions, name: &str) -> Result<HttpAddress, Failure> {
    let stored = options.servers().clone();
    let servers = blocking(move || stored.read().map_err(super::open::because)).await?;
    let server = servers.into_iter().find(|server| server.name == name);
    let server = server.ok_or_else(|| unknown(name))?;
    match server.transport {
        Transport::Http(address) | Transport::Sse(address) => Ok(address),
        _ => Err(Failure::because(format!(
            "`{name}` is a program: nobody logs in to it"
        ))),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn because(error: OAuthError) -> Failure {
    Failure::because(error.to_string())
}
