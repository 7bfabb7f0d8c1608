//! Calls with side effects: progress, logs, changes, a header, a stream that ends early.

use std::time::Duration;

use tokio::time::sleep;
use toolwright::{catalog::Change, prelude::*};

const PAUSE: Duration = Duration::from_millis(50);

/// Tell of progress.
#[tool]
async fn test_tool_with_progress(ctx: Context) -> &'static str {
    ctx.progress(0.0, 100.0).await;
    sleep(PAUSE).await;
    ctx.progress(50.0, 100.0).await;
    sleep(PAUSE).await;
    ctx.progress(100.0, 100.0).await;
    "done"
}

/// Write three lines to the client's log.
#[tool]
async fn test_tool_with_logging(ctx: Context) -> &'static str {
    ctx.info("Tool execution started").await;
    sleep(PAUSE).await;
    ctx.info("Tool processing data").await;
    sleep(PAUSE).await;
    ctx.info("Tool execution completed").await;
    "done"
}

/// Write to the client's log, where the client asked for it.
#[tool]
async fn test_logging_tool(ctx: Context) -> &'static str {
    ctx.info("This line is for those who want it").await;
    "done"
}

/// Answer after the connection was closed: the client comes back for the answer.
#[tool]
async fn test_reconnection(ctx: Context) -> &'static str {
    ctx.release_stream();
    sleep(Duration::from_millis(500)).await;
    "reconnected"
}

/// Repeat a value that clients also send in a header.
#[tool]
async fn test_custom_header(
    /// What to repeat.
    #[header("Value")]
    value: String,
) -> String {
    value
}

/// Announce that the list of tools changed.
#[tool]
async fn test_trigger_tool_change(ctx: Context) {
    ctx.catalog().announce(Change::Tools);
}

/// Announce that the list of prompts changed.
#[tool]
async fn test_trigger_prompt_change(ctx: Context) {
    ctx.catalog().announce(Change::Prompts);
}
