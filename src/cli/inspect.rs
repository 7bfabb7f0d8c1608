//! What a server offers, as the protocol writes it. [`inspect`] prints all of it.

use serde_json::{Value, json};

use super::{failure::Failure, output};
use crate::server::{Client, Result, Server};

/// Where a result says which server it is of.
const SERVER_INFO: &str = "/_meta/io.modelcontextprotocol~1serverInfo";

/// Prints the whole contract as JSON.
pub(super) async fn inspect(server: Server) -> Result<(), Failure> {
    let client = server.client().await?;
    let contract = contract(&client).await;
    client.close().await?;
    Ok(output::print_json(&contract?)?)
}

async fn contract(client: &Client) -> Result<Value> {
    let about = client.discover().await?;
    let (resources, templates) = resources(client, &about).await?;
    let mut contract = json!({
        "serverInfo": about.pointer(SERVER_INFO),
        "supportedVersions": about["supportedVersions"],
        "capabilities": about["capabilities"],
        "tools": client.tools().await?,
        "resources": resources,
        "resourceTemplates": templates,
        "prompts": prompts(client, &about).await?,
    });
    if let Some(instructions) = about.get("instructions") {
        contract["instructions"] = instructions.clone();
    }
    Ok(contract)
}

/// The resources and the templates of a server that says this about itself. One that has none does not know the method.
pub(super) async fn resources(client: &Client, about: &Value) -> Result<(Vec<Value>, Vec<Value>)> {
    if about["capabilities"].get("resources").is_none() {
        return Ok((Vec::new(), Vec::new()));
    }
    Ok((client.resources().await?, client.templates().await?))
}

/// The prompts of a server that says this about itself.
pub(super) async fn prompts(client: &Client, about: &Value) -> Result<Vec<Value>> {
    if about["capabilities"].get("prompts").is_none() {
        return Ok(Vec::new());
    }
    client.prompts().await
}
