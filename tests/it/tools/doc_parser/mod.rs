//! `doc_parser` with real and with hostile documents. The worker is the `toolwright` binary.

mod hostile;
mod kinds;
mod sources;

use std::{path::PathBuf, time::Duration};

use serde_json::Value;
use toolwright::Client;

use super::client;

/// Only a failing test waits this long: a worker is stopped earlier.
const LONG: Duration = Duration::from_secs(90);

/// The folder of the documents that `make.py` created.
fn files() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/tools/files")
}

/// Returns a client of a server that may read the documents.
async fn reader() -> Client {
    client(&[("TOOLWRIGHT_FILES_DIR", files().to_str().unwrap())]).await
}

/// Returns the structured result, or the text of the error.
async fn read(client: &Client, arguments: Value) -> Result<Value, String> {
    let call = client.call("doc_parser", arguments);
    let output = tokio::time::timeout(LONG, call)
        .await
        .expect("it hangs")
        .unwrap();
    if output.is_error {
        return Err(output.joined_text());
    }
    Ok(output.structured_value().unwrap())
}

/// Encodes bytes as an argument.
fn base64(bytes: &[u8]) -> String {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    STANDARD.encode(bytes)
}
