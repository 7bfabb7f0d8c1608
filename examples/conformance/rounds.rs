//! Calls that take several rounds on revision 2026-07-28: a question ends the request, and its
//! answer comes with the next one.

use schemars::JsonSchema;
use serde::Deserialize;
use toolwright::prelude::*;

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Named {
    /// A name
    pub(crate) name: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Colored {
    /// A color
    color: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Agreed {
    /// Whether to go on
    ok: bool,
}

/// Ask a person for a name.
#[tool]
async fn test_input_required_result_elicitation(ctx: Context) -> Result<String, ToolError> {
    let person = ctx
        .ask::<Named>("What is your name?")
        .key("user_name")
        .await?;
    Ok(format!("Hello, {}!", person.name))
}

/// Ask the client's model for a capital.
#[tool]
async fn test_input_required_result_sampling(ctx: Context) -> Result<String, ToolError> {
    Ok(ctx.sample("What is the capital of France?").await?.text())
}

/// Ask for the client's roots.
#[tool]
async fn test_input_required_result_list_roots(ctx: Context) -> Result<usize, ToolError> {
    Ok(ctx.roots().await?.len())
}

/// Ask a person to go on.
#[tool]
async fn test_input_required_result_request_state(ctx: Context) -> Result<String, ToolError> {
    let agreed = ctx.ask::<Agreed>("Go on?").await?;
    Ok(format!("state-ok: {}", agreed.ok))
}

/// Ask a person, the client's model and for the client's roots, all at once.
#[tool]
async fn test_input_required_result_multiple_inputs(ctx: Context) -> Result<String, ToolError> {
    let (person, greeting, roots) = tokio::try_join!(
        ctx.ask::<Named>("What is your name?"),
        ctx.sample("Write a greeting."),
        ctx.roots(),
    )?;
    Ok(format!(
        "{} {} ({} roots)",
        greeting.text(),
        person.name,
        roots.len()
    ))
}

/// Ask a person twice.
#[tool]
async fn test_input_required_result_multi_round(ctx: Context) -> Result<String, ToolError> {
    let person = ctx.ask::<Named>("What is your name?").await?;
    let favourite = ctx.ask::<Colored>("What is your favourite color?").await?;
    Ok(format!("{} likes {}", person.name, favourite.color))
}

/// Ask a person, and refuse a state that was tampered with.
#[tool]
async fn test_input_required_result_tampered_state(ctx: Context) -> Result<bool, ToolError> {
    Ok(ctx.ask::<Agreed>("Go on?").await?.ok)
}

/// Ask a person, or the model where the client has no person to ask.
#[tool]
async fn test_input_required_result_capabilities(ctx: Context) -> Result<String, ToolError> {
    if ctx.client().capabilities.elicitation_form {
        return Ok(ctx.ask::<Named>("What is your name?").await?.name);
    }
    Ok(ctx.sample("Think of a name.").await?.text())
}

/// Ask a person after a sign of life.
#[tool]
async fn test_streaming_elicitation(ctx: Context) -> Result<String, ToolError> {
    ctx.progress(0.0, None).await;
    Ok(ctx.ask::<Named>("What is your name?").await?.name)
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Background {
    /// What the model should know
    context: String,
}

/// Ask a person for what the prompt is about.
#[prompt]
async fn test_input_required_result_prompt(ctx: Context) -> Result<String, ToolError> {
    let background = ctx.ask::<Background>("What is it about?").await?;
    Ok(format!("Answer with this in mind: {}", background.context))
}
