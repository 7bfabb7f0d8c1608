//! Asking the client: a form, its model, a form with defaults, a form with choices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::prelude::*;

/// Ask the client's model.
#[tool]
async fn test_sampling(prompt: String, ctx: Context) -> Result<String, ToolError> {
    let answer = ctx.sample(prompt).max_tokens(100).await?;
    Ok(format!("LLM response: {}", answer.text()))
}

/// Who somebody is.
#[derive(Debug, Deserialize, JsonSchema)]
struct Account {
    /// The name on this site
    username: String,
    /// The address for mail
    #[schemars(email)]
    email: String,
}

/// Ask a person for an account.
#[tool]
async fn test_elicitation(message: String, ctx: Context) -> Result<String, ToolError> {
    let account = ctx.ask::<Account>(message).await?;
    Ok(format!(
        "User response: {} <{}>",
        account.username, account.email
    ))
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

/// A form that is filled in already.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default)]
struct Profile {
    /// User name
    name: String,
    /// User age
    age: i64,
    /// User score
    score: f64,
    /// User status
    status: Status,
    /// Verification status
    verified: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: "John Doe".into(),
            age: 30,
            score: 95.5,
            status: Status::Active,
            verified: true,
        }
    }
}

/// Ask with a form that has defaults.
#[tool]
async fn test_elicitation_sep1034_defaults(ctx: Context) -> Result<String, ToolError> {
    let profile = ctx
        .ask::<Profile>("Please review and update the form fields with defaults")
        .await?;
    Ok(format!("{profile:?}"))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Plain {
    Option1,
    Option2,
    Option3,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Titled {
    /// First Option
    Value1,
    /// Second Option
    Value2,
    /// Third Option
    Value3,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("enumNames" = ["Option One", "Option Two", "Option Three"]))]
enum Legacy {
    Opt1,
    Opt2,
    Opt3,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "read through `Debug`, which the lint does not count"
)]
struct Choices {
    untitled_single: Plain,
    titled_single: Titled,
    legacy_enum: Legacy,
    untitled_multi: Vec<Plain>,
    titled_multi: Vec<Titled>,
}

/// Ask with a form of choices.
#[tool]
async fn test_elicitation_sep1330_enums(ctx: Context) -> Result<String, ToolError> {
    let choices = ctx
        .ask::<Choices>("Please select options from the enum fields")
        .await?;
    Ok(format!("{choices:?}"))
}

/// Ask for what this client did not declare.
#[tool]
async fn test_missing_capability(ctx: Context) -> Result<String, ToolError> {
    Ok(ctx.sample("Can you hear me?").await?.text())
}
