//! Questions without a form of their own: a yes or a no, and a page to visit.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{context::Context, elicitation::accepted};
use crate::core::{
    error::ToolError,
    peer::{AskError, InputRequest},
};

impl Context {
    /// Asks a person for a yes. Declining and closing the question are a no.
    ///
    /// # Errors
    /// When the client cannot ask a person, or its answer makes no sense.
    pub async fn confirm(&self, message: impl Into<String>) -> Result<bool, AskError> {
        let answer = self
            .request(None, Confirmation::request(message.into()))
            .await?;
        Confirmation::is_yes(answer)
    }

    /// Sends a person to a page, for what must not pass through the client: a password, a payment.
    ///
    /// # Errors
    /// When the client cannot, or the person will not.
    pub async fn visit(
        &self,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<(), AskError> {
        let request = InputRequest::Page {
            message: message.into(),
            url: url.into(),
        };
        accepted(self.request(None, request).await?).map(drop)
    }
}

/// Refuses the call unless a person confirms it: what `#[tool(confirm = "…")]` does.
///
/// # Errors
/// When the person does not confirm, or cannot be asked.
pub async fn confirm(context: &Context, message: String) -> Result<(), ToolError> {
    if context.confirm(message).await? {
        return Ok(());
    }
    Err(ToolError::failed("the person did not confirm"))
}

/// A question that is answered with yes or no.
#[derive(Deserialize)]
struct Confirmation {
    #[serde(default)]
    confirm: bool,
}

impl Confirmation {
    /// The form: one box to tick.
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

    /// What the answer means: only a ticked box that was sent is a yes.
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
