//! Bare rmcp, configured for speed by its documentation: one router, JSON answers, pipes that do
//! not block. Its answers are built by hand, in the form of the other servers.

use std::sync::Arc;

use axum::{Router, serve::ListenerExt as _};
use rmcp::{
    ErrorData, ServerHandler, ServiceExt as _,
    handler::server::{router::tool::ToolRouter, wrapper::Parameters},
    model::{CallToolResult, ContentBlock},
    schemars::JsonSchema,
    tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use toolwright_bench_peers::{port, table::Table};

type Failure = Box<dyn std::error::Error>;

#[derive(Deserialize, JsonSchema)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Measure {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Rows {
    n: usize,
}

#[derive(Clone)]
struct Bench {
    tool_router: Arc<ToolRouter<Self>>,
}

#[tool_router]
impl Bench {
    fn new() -> Self {
        Self {
            tool_router: Arc::new(Self::tool_router()),
        }
    }

    #[tool(description = "Add two numbers.")]
    async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> CallToolResult {
        answer((a + b).to_string(), json!({"result": a + b}))
    }

    #[tool(description = "Measure a text.")]
    async fn measure(&self, Parameters(Measure { text }): Parameters<Measure>) -> CallToolResult {
        answer(text.len().to_string(), json!({"result": text.len()}))
    }

    #[tool(description = "Make rows.")]
    async fn rows(
        &self,
        Parameters(Rows { n }): Parameters<Rows>,
    ) -> Result<CallToolResult, ErrorData> {
        let table = Table::of(n);
        let failed = |error: serde_json::Error| ErrorData::internal_error(error.to_string(), None);
        let text = serde_json::to_string(&table).map_err(failed)?;
        Ok(answer(text, serde_json::to_value(&table).map_err(failed)?))
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Bench {}

fn answer(text: String, structured: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    result
}

async fn serve_http(port: u16) -> Result<(), Failure> {
    let bench = Bench::new();
    let service = StreamableHttpService::new(
        move || Ok(bench.clone()),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default().with_json_response(true),
    );
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    if let Some(port) = port() {
        return serve_http(port).await;
    }
    let running = Bench::new()
        .serve(rmcp::transport::io::stdio_pipes())
        .await?;
    running.waiting().await?;
    Ok(())
}
