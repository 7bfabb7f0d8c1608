//! Toolwright with `BENCH_TOOLS` tools, for `tools/list`.

use std::sync::Arc;

use serde_json::json;
use toolwright::{
    Arguments, BoxFuture, Context, Server, Tool, ToolDef, ToolError, ToolOutput, tool::Permitted,
};

struct Generated(ToolDef);

impl Generated {
    fn numbered(number: usize) -> Arc<dyn Tool> {
        let schema = json!({
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Words to look for.", "minLength": 1},
                "limit": {"type": "integer", "description": "How many to return.", "default": 10, "minimum": 1},
                "order": {"type": "string", "enum": ["asc", "desc"]},
            },
            "required": ["query"],
        });
        let schema = schema.as_object().cloned().unwrap_or_default();
        let name = format!("search_{number:04}");
        let description = format!(
            "Search the collection {number}. The newest come first, unless said otherwise."
        );
        Arc::new(Self(
            ToolDef::new(name, description)
                .with_input_schema(schema)
                .read_only(),
        ))
    }
}

impl Tool for Generated {
    fn definition(&self) -> &ToolDef {
        &self.0
    }

    fn call(
        &self,
        _: Context,
        arguments: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move { Ok(ToolOutput::text(arguments.to_value()?.to_string())) })
    }
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    let count = std::env::var("BENCH_TOOLS")
        .ok()
        .and_then(|count| count.parse().ok());
    let tools = (0..count.unwrap_or(10)).map(Generated::numbered);
    Server::new("bench").tools(tools).run().await
}
