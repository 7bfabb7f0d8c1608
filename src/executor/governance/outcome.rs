//! [`Outcome`]: how a call ended.

use crate::core::{ToolError, ToolOutput};

/// How a call ended, for the log and for metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    Ok,
    Failed,
    InvalidArguments,
    NotFound,
    Denied,
    RateLimited,
    Timeout,
    Cancelled,
    Unavailable,
    MissingCapability,
    Refused,
    /// The call asked a person. The client sends it again with the answer.
    InputRequired,
}

impl Outcome {
    /// All outcomes, in the order of their discriminants.
    pub(crate) const ALL: [Self; 12] = [
        Self::Ok,
        Self::Failed,
        Self::InvalidArguments,
        Self::NotFound,
        Self::Denied,
        Self::RateLimited,
        Self::Timeout,
        Self::Cancelled,
        Self::Unavailable,
        Self::MissingCapability,
        Self::Refused,
        Self::InputRequired,
    ];

    pub(crate) fn of(answer: &Result<ToolOutput, ToolError>) -> Self {
        match answer {
            Ok(output) if output.is_error => Self::Failed,
            Ok(_) => Self::Ok,
            Err(error) => Self::of_error(error),
        }
    }

    pub(crate) const fn of_error(error: &ToolError) -> Self {
        match error {
            ToolError::InvalidArguments(_) => Self::InvalidArguments,
            ToolError::NotFound(_) => Self::NotFound,
            ToolError::Denied(_) => Self::Denied,
            ToolError::RateLimited { .. } => Self::RateLimited,
            ToolError::Timeout { .. } => Self::Timeout,
            ToolError::Cancelled => Self::Cancelled,
            ToolError::Unavailable(_) => Self::Unavailable,
            ToolError::MissingCapability { .. } => Self::MissingCapability,
            ToolError::Refused(_) => Self::Refused,
            ToolError::Failed(_) => Self::Failed,
        }
    }

    /// Returns `true` if the call failed. A call that asked a person has not failed.
    pub(crate) const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::InputRequired)
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::InvalidArguments => "invalid_arguments",
            Self::NotFound => "not_found",
            Self::Denied => "denied",
            Self::RateLimited => "rate_limited",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Unavailable => "unavailable",
            Self::MissingCapability => "missing_capability",
            Self::Refused => "refused",
            Self::InputRequired => "input_required",
        }
    }
}
