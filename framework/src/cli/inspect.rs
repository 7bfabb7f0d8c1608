//! `inspect`: prints what a server offers as JSON. A server may have no resources and no prompts.
//!
//! A server without the capability does not know the method, so it is not called.

use serde_json::{Value, json};

use super::{output, output::Failure};
use crate::{
    client::Client,
    server::{Result, Server},
};

/// The JSON pointer to the server info in the result of `server/discover`.
const SERVER_INFO: &str = "/_meta/io.modelcontextprotocol~1serverInfo";

/// Prints everything that the server offers as JSON.
pub(super) async fn run(server: Server) -> Result<(), Failure> {
    let client = server.listing_client().await?;
    let description = describe(&client).await;
    client.close().await?;
    Ok(output::print_json(&description?)?)
}

async fn describe(client: &Client) -> Result<Value> {
    let discovered = client.discover().await?;
    let (resources, templates) = resources(client, &discovered).await?;
    let mut description = json!({
        "serverInfo": discovered.pointer(SERVER_INFO),
        "supportedVersions": discovered["supportedVersions"],
        "capabilities": discovered["capabilities"],
        "tools": client.tools().await?,
        "resources": resources,
        "resourceTemplates": templates,
        "prompts": prompts(client, &discovered).await?,
    });
    if let Some(instructions) = discovered.get("instructions") {
        description["instructions"] = instructions.clone();
    }
    Ok(description)
}

/// Returns the resources and the resource templates. `discovered` is the result of
/// `server/discover`.
pub(super) async fn resources(
    client: &Client,
    discovered: &Value,
) -> Result<(Vec<Value>, Vec<Value>)> {
    if discovered["capabilities"].get("resources").is_none() {
        return Ok((Vec::new(), Vec::new()));
    }
    Ok((client.resources().await?, client.templates().await?))
}

/// Returns the prompts. `discovered` is the result of `server/discover`.
pub(super) async fn prompts(client: &Client, discovered: &Value) -> Result<Vec<Value>> {
    if discovered["capabilities"].get("prompts").is_none() {
        return Ok(Vec::new());
    }
    client.prompts().await
}
