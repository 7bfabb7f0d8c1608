//! Whether an engine that is gone has taken other tools with it.

use serde_json::json;
use toolwright::Client;

/// Calls a tool that needs no engine.
pub(crate) async fn other_tools_work(client: &Client) {
    let arguments = json!({"data": "a\u{a0}b"});
    let cell = client.call("serialize_for_cell", arguments).await.unwrap();
    assert_eq!(cell.joined_text(), "a b");
}
