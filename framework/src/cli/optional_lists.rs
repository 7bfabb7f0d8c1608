//! Lists the resources and prompts of a server, which may have none.
//!
//! A server without the capability does not know the method, so it is not called.

use serde_json::Value;

use crate::server::{Client, Result};

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
