//! `get_text_embedding` and `get_sim_search` with the embedded engines, with a real ChromaDB server,
//! and with faulty embedding servers.

mod embedded;
mod embedding;
mod index;
mod old_chroma;
mod on_chroma;

use serde_json::{Value, json};
use toolwright::{Client, ToolOutput};

use crate::harness::{Home, borrowed};

/// Returns a client of a server with these settings and the data folder `home`.
async fn client(home: &Home, settings: &[(&'static str, String)]) -> Client {
    home.server(&borrowed(settings)).client().await.unwrap()
}

/// Returns the result of a tool, or the error.
async fn call(client: &Client, tool: &str, arguments: Value) -> Result<Value, String> {
    let output: ToolOutput = client
        .call(tool, arguments)
        .await
        .map_err(|error| error.to_string())?;
    if output.is_error {
        return Err(output.joined_text());
    }
    Ok(output.structured_value().unwrap()["result"].take())
}

async fn embed(client: &Client, texts: &[&str]) -> Result<Value, String> {
    call(client, "get_text_embedding", json!({"text_list": texts})).await
}

async fn search(client: &Client, queries: &[&str]) -> Result<Value, String> {
    call(client, "get_sim_search", json!({"query_list": queries})).await
}
