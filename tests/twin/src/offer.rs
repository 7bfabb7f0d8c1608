//! The definitions that the twin offers, as data: the same as those of the server under test.

use std::sync::LazyLock;

use rmcp::model::{ElicitRequest, Prompt, Resource, ResourceTemplate, ServerConfig, Tool};
use serde::Deserialize;

/// The definitions of tools, resources and prompts, and the server's own description.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    pub config: ServerConfig,
    pub tools: Vec<Tool>,
    pub resources: Vec<Resource>,
    pub resource_templates: Vec<ResourceTemplate>,
    pub prompts: Vec<Prompt>,
    pub question: ElicitRequest,
}

/// The parsed `offer.json`.
pub static OFFER: LazyLock<Offer> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../offer.json")).expect("the offer fits rmcp's types")
});

impl Offer {
    /// The definition of a tool.
    pub fn tool(&self, name: &str) -> Tool {
        let found = self.tools.iter().find(|tool| tool.name == name);
        found.expect("the offer has this tool").clone()
    }
}
