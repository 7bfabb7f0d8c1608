//! `mcp`: calls a tool of another MCP server.
//!
//! ```json
//! {"type": "mcp", "config": {"server_name": "files", "tool_name": "search", "transport": "stdio"}}
//! ```
//!
//! The server is one of `mcp.json`. Its tools are served under names of their own anyway: this kind
//! gives one of them another name, description, parameters and limits.

use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::Map;
use toolwright::{
    Arguments, BoxFuture, Context, Tool as _, ToolError, schema::Schema, tool::Permitted,
};
use toolwright_gateway::Gateway;

use super::{
    config_schema::config_schema_of,
    kind::{Engines, Kind, KindConfig, Surroundings},
    run::{Answer, Run},
};
use crate::{
    jsonc::{Fields, Node},
    parameters::InputArguments,
    texts,
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
    /// How the server is reached. A call fails if `mcp.json` says otherwise.
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
    transport: Option<String>,
}

impl McpConfig {
    fn read(config: &Fields<'_>) -> Option<Self> {
        let words = |node: Node<'_>| node.words().map(ToOwned::to_owned);
        let server_name = config.required(&["server_name"]).and_then(words);
        let tool_name = config.required(&["tool_name"]).and_then(words);
        let transport = config.take(&["transport"]).and_then(|node| {
            let transport = node.text()?;
            if !TRANSPORTS.contains(&transport) {
                node.problem(texts::unknown_transport(transport));
            }
            Some(transport.to_owned())
        });
        Some(Self {
            server_name: server_name?,
            tool_name: tool_name?,
            transport,
        })
    }
}

impl KindConfig for McpConfig {
    fn build(&self, engines: &Engines) -> Box<dyn Run> {
        Box::new(McpTool {
            config: self.clone(),
            gateway: engines.gateway.clone(),
        })
    }
}

/// A tool of another server, with the way to it.
struct McpTool {
    config: McpConfig,
    gateway: Option<Gateway>,
}

impl Run for McpTool {
    fn run<'a>(
        &'a self,
        context: Context,
        arguments: InputArguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move {
            let McpConfig {
                server_name,
                tool_name,
                transport,
            } = &self.config;
            let gateway = self.gateway.as_ref().ok_or_else(|| {
                ToolError::unavailable("this server connects to no other MCP server")
            })?;
            if let (Some(wanted), Some(found)) = (transport, gateway.transport(server_name))
                && wanted != found
            {
                return Err(ToolError::failed(format!(
                    "the MCP server `{server_name}` is reached over `{found}`, and the definition says `{wanted}`"
                )));
            }
            let tool = gateway.tool(server_name, tool_name).await?;
            let arguments = Arguments::from_value(&arguments.into_iter().collect::<Map<_, _>>())?;
            // The call has passed the governance as a call of the registered tool.
            let output = tool.call(context, arguments, permitted).await?;
            Ok(Answer::Output(output))
        })
    }
}
