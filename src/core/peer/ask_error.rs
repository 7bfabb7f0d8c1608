//! [`AskError`]: why a client gave no answer.

use std::fmt;

use serde_json::Value;

use crate::core::error::ToolError;

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
