//! `mcp`: calls a tool of another MCP server.
//!
//! ```json
//! {"type": "mcp", "config": {"server_name": "files", "tool_name": "search", "transport": "stdio"}}
//! ```
//!
//! This server connects to no other one yet, so such a tool is stored and checked, and a call fails
//! with an error that says so.

use std::sync::Arc;

use schemars::JsonSchema;
use toolwright::{BoxFuture, Context, ToolError, schema::Schema, tool::Permitted};

use super::{
    config_schema::config_schema_of,
    kind::{Engines, Kind, KindConfig, Surroundings},
    run::{Answer, Run},
};
use crate::{
    jsonc::{Fields, Node},
    parameters::InputArguments,
};

/// The ways to reach a server.
const TRANSPORTS: [&str; 3] = ["stdio", "sse", "http"];

/// The kind `mcp`.
#[derive(Debug)]
pub(super) struct McpKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct McpFields {
    /// The name of the other server.
    server_name: String,
    /// The name of the tool there.
    tool_name: String,
    /// How the server is reached.
    #[schemars(extend("enum" = TRANSPORTS))]
    transport: Option<String>,
}

impl Kind for McpKind {
    fn name(&self) -> &'static str {
        "mcp"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<McpFields>()
    }

    fn parse(&self, config: &Fields<'_>, _: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        Some(Arc::new(McpConfig::read(config)?))
    }

    fn takes_auth(&self) -> bool {
        true
    }
}

/// A tool of another server.
#[derive(Debug, Clone)]
struct McpConfig {
    server_name: String,
    tool_name: String,
}

impl McpConfig {
    fn read(config: &Fields<'_>) -> Option<Self> {
        let words = |node: Node<'_>| node.words().map(ToOwned::to_owned);
        let server_name = config.required(&["server_name"]).and_then(words);
        let tool_name = config.required(&["tool_name"]).and_then(words);
        if let Some(node) = config.take(&["transport"])
            && let Some(transport) = node.text()
            && !TRANSPORTS.contains(&transport)
        {
            node.problem(format!(
                "unknown transport `{transport}`: expected `stdio`, `sse` or `http`"
            ));
        }
        Some(Self {
            server_name: server_name?,
            tool_name: tool_name?,
        })
    }
}

impl KindConfig for McpConfig {
    fn build(&self, _: &Engines) -> Box<dyn Run> {
        Box::new(self.clone())
    }
}

impl Run for McpConfig {
    fn run(
        &self,
        _: Context,
        _: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        let error = ToolError::unavailable(format!(
            "the MCP server `{}` of the tool `{}` is not connected",
            self.server_name, self.tool_name
        ));
        Box::pin(std::future::ready(Err(error)))
    }
}
