//! `initialize` and `server/discover`: what the server is and can do.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{capabilities, dispatcher::Dispatcher, era::Exchange};
use crate::{
    core::{ClientProfile, TASKS_EXTENSION},
    executor::View,
    server::{
        client_state::Handshake,
        protocol::{Outcome, Revision, RpcError, missing},
    },
};

impl Dispatcher {
    pub(super) fn initialize(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let params = &exchange.request.params;
        let requested = params
            .protocol_version
            .as_deref()
            .ok_or_else(|| missing("protocolVersion"))?;
        let revision = Revision::negotiate(requested);
        let client = ClientProfile::new(
            params.client_info.clone(),
            params.capabilities.unwrap_or_default(),
        )
        .with_origin(exchange.channel.arrival.origin)
        .with_identity(exchange.channel.arrival.identity.clone());
        if let Some(session) = &exchange.channel.session
            && !session.set_handshake(Handshake {
                revision,
                client: Arc::new(client),
            })
        {
            return Err(RpcError::invalid_request(
                "this session is already initialized",
            ));
        }
        let mut result = json!({
            "protocolVersion": revision.as_str(),
            "capabilities": Self::capabilities(self.view(exchange), false),
            "serverInfo": self.settings.info,
        });
        self.add_instructions(exchange, &mut result);
        Outcome::complete(&result)
    }

    pub(super) fn discover(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let mut result = json!({
            "supportedVersions": Revision::ALL.map(Revision::as_str),
            "capabilities": Self::capabilities(self.view(exchange), true),
            "ttlMs": self.settings.list_ttl.as_millis(),
            "cacheScope": "private",
        });
        self.add_instructions(exchange, &mut result);
        Outcome::complete(&result)
    }

    fn add_instructions(&self, exchange: &Exchange<'_>, result: &mut Value) {
        let part = exchange.channel.arrival.virtual_server.as_ref();
        let instructions = match part {
            Some(part) => part.own_instructions(),
            None => self.settings.instructions.as_deref(),
        };
        if let Some(instructions) = instructions {
            result["instructions"] = json!(instructions);
        }
    }

    fn capabilities(view: View<'_>, modern: bool) -> Map<String, Value> {
        let mut capabilities = Map::new();
        let mut declare = |name: &str, value: Value| capabilities.insert(name.to_owned(), value);
        declare("logging", json!({}));
        declare("tools", json!({"listChanged": true}));
        if capabilities::has_prompts(view) {
            declare("prompts", json!({"listChanged": true}));
        }
        if capabilities::has_resources(view) {
            declare("resources", json!({"listChanged": true, "subscribe": true}));
        }
        if capabilities::has_completions(view) {
            declare("completions", json!({}));
        }
        if modern && capabilities::has_tasks(view) {
            declare("extensions", json!({TASKS_EXTENSION: {}}));
        }
        capabilities
    }
}
