//! Asking a person: [`Ask`], one call for both eras of the protocol.

use std::{fmt, future::IntoFuture, marker::PhantomData};

use schemars::JsonSchema;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{context::Context, form::form_of};
use crate::core::{error::ToolError, peer::InputRequest, schema::Schema, tool::BoxFuture};

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AskError {
    /// The person said no.
    Declined,
    /// The person closed the question.
    Dismissed,
    /// The client did not declare that it can do this.
    Unsupported {
        /// The capability that it would need to declare.
        required: Value,
    },
    /// The question has a form that no client can show.
    Unaskable(String),
    /// The answer does not fit the question.
    Invalid(String),
    /// The client answered with an error, or went away.
    Failed(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declined => f.write_str("the person declined to answer"),
            Self::Dismissed => f.write_str("the person closed the question"),
            Self::Unsupported { required } => {
                write!(
                    f,
                    "this client lacks a capability that the call needs: {required}"
                )
            }
            Self::Unaskable(why) => write!(f, "this cannot be asked: {why}"),
            Self::Invalid(why) => write!(f, "the client's answer does not fit: {why}"),
            Self::Failed(why) => write!(f, "the client did not answer: {why}"),
        }
    }
}

impl From<AskError> for ToolError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Unsupported { required } => Self::MissingCapability { required },
            other => Self::failed(other.to_string()),
        }
    }
}

/// A question to a person, on its way: set what it needs, then await it.
///
/// `T` is a flat struct (each field a string, a number, a boolean, an enumeration or a list of one), or such a value alone.
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

impl<'c, T> Ask<'c, T> {
    pub(super) const fn new(context: &'c Context, message: String) -> Self {
        Self {
            context,
            message,
            key: None,
            schema: None,
            answer: PhantomData,
        }
    }

    /// The key of the question on the wire, where a client knows it by one.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The form's schema, in place of the one that `T` gives.
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
            let answer = context.request(key, request).await?;
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

/// A question that is answered with yes or no.
#[derive(Deserialize)]
pub(super) struct Confirmation {
    #[serde(default)]
    confirm: bool,
}

impl Confirmation {
    /// The form: one box to tick.
    pub(super) fn request(message: String) -> InputRequest {
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
    pub(super) fn is_yes(answer: Value) -> Result<bool, AskError> {
        match accepted(answer) {
            Ok(content) => serde_json::from_value::<Self>(content)
                .map(|answer| answer.confirm)
                .map_err(|error| AskError::Invalid(error.to_string())),
            Err(AskError::Declined | AskError::Dismissed) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// The content of an elicitation's result, where the person accepted.
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
