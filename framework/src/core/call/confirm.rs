//! Questions without a form of their own: yes or no, and a page to visit.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{context::Context, elicitation::accepted};
use crate::core::{
    error::ToolError,
    peer::{AskError, InputRequest},
};

impl Context {
    /// Asks a person for a yes. Declining or dismissing the question is a no.
    ///
    /// `#[tool(confirm = "…")]` asks before the function runs.
    ///
    /// # Errors
    /// Fails if the client cannot ask a person, or if its answer is invalid.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Delete a file.
    /// #[tool(destructive)]
    /// async fn delete(ctx: Context, path: String) -> Result<String, ToolError> {
    ///     if ctx.confirm(format!("Delete {path}?")).await? {
    ///         return Ok(format!("deleted {path}"));
    ///     }
    ///     Err(ToolError::failed("not confirmed"))
    /// }
    /// ```
    pub async fn confirm(&self, message: impl Into<String>) -> Result<bool, AskError> {
        let answer = self
            .ask_client(None, Confirmation::request(message.into()))
            .await?;
        Confirmation::is_yes(answer)
    }

    /// Sends a person to a web page, for input that must not pass through the client: a password, a
    /// payment.
    ///
    /// # Errors
    /// Fails if the client cannot open pages, or if the person declines.
    pub async fn visit(
        &self,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<(), AskError> {
        let request = InputRequest::Page {
            message: message.into(),
            url: url.into(),
        };
        accepted(self.ask_client(None, request).await?).map(drop)
    }
}

/// Fails the call unless a person confirms it. Generated for `#[tool(confirm = "…")]`.
///
/// # Errors
/// Fails if the person does not confirm, or cannot be asked.
pub async fn confirm(context: &Context, message: String) -> Result<(), ToolError> {
    if context.confirm(message).await? {
        return Ok(());
    }
    Err(ToolError::failed("the person did not confirm"))
}

/// The form of a question that is answered with yes or no.
#[derive(Deserialize)]
struct Confirmation {
    #[serde(default)]
    confirm: bool,
}

impl Confirmation {
    /// Returns the request: a form with one box to tick.
    fn request(message: String) -> InputRequest {
        let schema = json!({
            "type": "object",
            "properties": {"confirm": {"type": "boolean", "title": "Confirm", "default": false}},
            "required": ["confirm"],
        });
        let Value::Object(schema) = schema else {
            unreachable!("the literal above is an object")
        };
        InputRequest::Form { message, schema }
    }

    /// Whether the answer is a yes: a ticked box that was sent.
    fn is_yes(answer: Value) -> Result<bool, AskError> {
        match accepted(answer) {
            Ok(content) => serde_json::from_value::<Self>(content)
                .map(|answer| answer.confirm)
                .map_err(|error| AskError::Invalid(error.to_string())),
            Err(AskError::Declined | AskError::Dismissed) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
