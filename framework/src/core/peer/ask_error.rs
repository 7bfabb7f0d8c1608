//! [`AskError`]: the error of a question to the client.

use std::fmt;

use serde_json::Value;

use crate::core::error::{MissingCapability, ToolError};

/// The error of a question to the client or to the person behind it.
///
/// It converts into a [`ToolError`], so `?` works in a tool. Match on it to handle a refusal:
///
/// ```
/// use toolwright::{call::AskError, prelude::*};
///
/// /// Greet the person.
/// #[tool]
/// async fn greet(ctx: Context) -> Result<String, ToolError> {
///     match ctx.ask::<String>("What is your name?").await {
///         Ok(name) => Ok(format!("Hello {name}")),
///         Err(AskError::Declined | AskError::Dismissed) => Ok("Hello stranger".into()),
///         Err(error) => Err(error.into()),
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AskError {
    /// The person declined.
    Declined,
    /// The person dismissed the question.
    Dismissed,
    /// The client did not declare the capability that the question needs.
    Unsupported {
        /// The capability, as a client declares it.
        required: Value,
    },
    /// No client can show this question. The text says why.
    Unaskable(String),
    /// The answer does not fit the question. The text says why.
    Invalid(String),
    /// The client answered with an error, or disconnected.
    Failed(String),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declined => f.write_str("the person declined to answer"),
            Self::Dismissed => f.write_str("the person dismissed the question"),
            Self::Unsupported { required } => MissingCapability(required).fmt(f),
            Self::Unaskable(why) => write!(f, "the question cannot be asked: {why}"),
            Self::Invalid(why) => write!(f, "the client's answer is invalid: {why}"),
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
