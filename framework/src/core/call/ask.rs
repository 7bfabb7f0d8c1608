//! Questions to the person behind the client: [`Ask`] for an answer, [`confirm`] for a yes.

use std::{fmt, future::IntoFuture, marker::PhantomData};

use schemars::JsonSchema;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{context::Context, form::form_of};
use crate::core::{
    error::ToolError,
    future::BoxFuture,
    peer::{AskError, InputRequest},
    schema::Schema,
};

impl Context {
    /// Asks a person for a `T`: a flat struct, or a plain value.
    ///
    /// The future returns an [`AskError`] if the person declines or the client cannot ask.
    ///
    /// ```
    /// # use toolwright::prelude::*;
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Guest {
    ///     name: String,
    ///     age: u8,
    /// }
    ///
    /// /// Seat a guest.
    /// #[tool]
    /// async fn seat(ctx: Context) -> Result<String, ToolError> {
    ///     let guest = ctx.ask::<Guest>("Who is coming?").await?;
    ///     Ok(format!("{} ({}) has a seat", guest.name, guest.age))
    /// }
    /// ```
    pub fn ask<T: DeserializeOwned + JsonSchema>(&self, message: impl Into<String>) -> Ask<'_, T> {
        Ask {
            context: self,
            message: message.into(),
            key: None,
            schema: None,
            answer: PhantomData,
        }
    }

    /// Passes a question of another server on to the client, and returns the client's response. `key`
    /// is the one that the question has there, if it has one.
    ///
    /// # Errors
    /// If the client cannot be asked that, or does not answer.
    #[doc(hidden)]
    pub async fn pass_on(
        &self,
        key: Option<String>,
        question: InputRequest,
    ) -> Result<Value, AskError> {
        self.ask_client(key, question).await
    }
}

/// A question to a person, created by [`Context::ask`]. Set its options, then await it.
///
/// `T` is a flat struct, or a plain value. A plain value is a string, a number, a boolean, an
/// enumeration or a list of an enumeration.
#[must_use = "nothing is asked before it is awaited"]
pub struct Ask<'c, T> {
    context: &'c Context,
    message: String,
    key: Option<String>,
    schema: Option<Schema>,
    answer: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Ask<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("message", &self.message)
            .field("key", &self.key)
            .finish()
    }
}

impl<T> Ask<'_, T> {
    /// Sets the key of the question on the wire, for clients that know the question by it.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets the schema of the form, in place of the one of `T`.
    pub fn schema(mut self, schema: Schema) -> Self {
        self.schema = Some(schema);
        self
    }
}

impl<'c, T: DeserializeOwned + JsonSchema + 'c> IntoFuture for Ask<'c, T> {
    type Output = Result<T, AskError>;
    type IntoFuture = BoxFuture<'c, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self {
            context,
            message,
            key,
            schema,
            ..
        } = self;
        Box::pin(async move {
            let form = form_of::<T>(schema)?;
            let request = InputRequest::Form {
                message,
                schema: form.schema,
            };
            let answer = context.ask_client(key, request).await?;
            let content = accepted(answer)?;
            let content = if form.wrapped {
                content["value"].clone()
            } else {
                content
            };
            serde_json::from_value(content).map_err(|error| AskError::Invalid(error.to_string()))
        })
    }
}

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

/// Returns the content of an elicitation's result, if the person accepted.
pub(super) fn accepted(mut answer: Value) -> Result<Value, AskError> {
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => Ok(answer
            .get_mut("content")
            .map_or_else(|| json!({}), Value::take)),
        Some("decline") => Err(AskError::Declined),
        Some("cancel") => Err(AskError::Dismissed),
        other => Err(AskError::Invalid(format!("`action` is {other:?}"))),
    }
}
