//! Calls that continue in the background, if the client knows tasks.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::sleep;
use toolwright::prelude::*;

use crate::rounds::Named;

/// Greet somebody, at once.
#[tool]
async fn greet(name: String) -> String {
    format!("Hello, {name}!")
}

/// Take a while.
#[tool(task)]
async fn slow_compute(seconds: u64, #[default] label: String) -> String {
    sleep(Duration::from_secs(seconds)).await;
    format!("computed {label} for {seconds} s")
}

/// Take a while, and fail.
#[tool(task = "required")]
async fn failing_job() -> Result<(), ToolError> {
    sleep(Duration::from_secs(1)).await;
    Err(ToolError::failed("This job always fails"))
}

/// End with an error of the protocol.
#[tool(task)]
async fn protocol_error_job() -> Result<(), ToolError> {
    Err(ToolError::refused(
        -32603,
        "This job always ends with a protocol error",
    ))
}

/// Pretend to delete a file, after a person has confirmed it.
#[tool(task, confirm = "Delete {filename}?")]
async fn confirm_delete(filename: String) -> String {
    format!("deleted {filename}")
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Confirmed {
    /// Whether it is so
    confirm: bool,
}

/// Ask two questions at once.
#[tool(task)]
async fn multi_input(ctx: Context) -> Result<String, ToolError> {
    let (person, answer) = tokio::try_join!(
        ctx.ask::<Named>("What is your name?"),
        ctx.ask::<Confirmed>("Is that so?"),
    )?;
    Ok(format!("{}: {}", person.name, answer.confirm))
}

/// Ask a person first, and go on in the background with the answer.
#[tool(task = "on_demand")]
async fn test_tool_with_task(ctx: Context) -> Result<String, ToolError> {
    let person = ctx
        .ask::<Named>("What is your name?")
        .key("user_name")
        .await?;
    ctx.background().await;
    sleep(Duration::from_millis(100)).await;
    Ok(format!("Hello, {}!", person.name))
}
