//! `inspect`: prints everything that a server offers, in the objects of the protocol.

use serde_json::{Value, json};

use super::{
    failure::Failure,
    optional_lists::{prompts, resources},
    output,
};
use crate::server::{Client, Result, Server};

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
