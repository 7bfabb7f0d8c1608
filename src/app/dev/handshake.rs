//! [`Handshake`]: what a host said at first, which each new server is told again.

use serde_json::{Value, json};

/// The id of the repeated `initialize`, which no host uses.
const REPEATED: &str = "toolwright-dev";
/// The messages that tell a host with a session about a new server.
const CHANGES: [&str; 3] = [
    "notifications/tools/list_changed",
    "notifications/resources/list_changed",
    "notifications/prompts/list_changed",
];

/// The handshake of a host, as far as it has come. A host of 2026-07-28 has none.
#[derive(Debug, Default)]
pub(super) struct Handshake {
    params: Option<Value>,
    is_complete: bool,
}

impl Handshake {
    /// Hears a message of the host.
    pub(super) fn hear(&mut self, message: &Value) {
        match message["method"].as_str() {
            Some("initialize") => self.params = Some(message["params"].clone()),
            Some("notifications/initialized") => self.is_complete = true,
            _ => {}
        }
    }

    /// Returns the first message for a new server, if the host has a session.
    pub(super) fn request(&self) -> Option<String> {
        let params = self.params.as_ref().filter(|_| self.is_complete)?;
        let request = json!({
            "jsonrpc": "2.0", "id": REPEATED, "method": "initialize", "params": params,
        });
        Some(request.to_string())
    }

    /// Returns whether a message of the server answers it.
    pub(super) fn is_answer(message: &Value) -> bool {
        message["id"] == REPEATED
    }

    /// Returns the second message for the server.
    pub(super) fn confirmation() -> String {
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string()
    }

    /// Returns what the host is told then.
    pub(super) fn changes() -> impl Iterator<Item = String> {
        let message = |method| json!({"jsonrpc": "2.0", "method": method}).to_string();
        CHANGES.into_iter().map(message)
    }
}
