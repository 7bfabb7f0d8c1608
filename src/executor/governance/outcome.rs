//! [`Outcome`]: how a call ended.

use crate::core::{ErrorKind, ToolError, ToolOutput};

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
            Ok(output) if output.is_error => output.error_kind.map_or(Self::Failed, Self::of_kind),
            Ok(_) => Self::Ok,
            Err(error) => Self::of_error(error),
        }
    }

    pub(crate) const fn of_error(error: &ToolError) -> Self {
        Self::of_kind(error.kind())
    }

    const fn of_kind(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::InvalidArguments => Self::InvalidArguments,
            ErrorKind::NotFound => Self::NotFound,
            ErrorKind::Denied => Self::Denied,
            ErrorKind::RateLimited => Self::RateLimited,
            ErrorKind::Timeout => Self::Timeout,
            ErrorKind::Cancelled => Self::Cancelled,
            ErrorKind::ServiceUnavailable => Self::Unavailable,
            ErrorKind::MissingCapability => Self::MissingCapability,
            ErrorKind::Refused => Self::Refused,
            ErrorKind::ToolExecutionError => Self::Failed,
        }
    }

    /// Returns `true` if the call failed. A call that asked a person has not failed.
    pub(crate) const fn is_error(self) -> bool {
        !matches!(self, Self::Ok | Self::InputRequired)
    }

    /// Returns the word for the outcome. For an error it is that of its [`ErrorKind`].
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => ErrorKind::ToolExecutionError.as_str(),
            Self::InvalidArguments => ErrorKind::InvalidArguments.as_str(),
            Self::NotFound => ErrorKind::NotFound.as_str(),
            Self::Denied => ErrorKind::Denied.as_str(),
            Self::RateLimited => ErrorKind::RateLimited.as_str(),
            Self::Timeout => ErrorKind::Timeout.as_str(),
            Self::Cancelled => ErrorKind::Cancelled.as_str(),
            Self::Unavailable => ErrorKind::ServiceUnavailable.as_str(),
            Self::MissingCapability => ErrorKind::MissingCapability.as_str(),
            Self::Refused => ErrorKind::Refused.as_str(),
            Self::InputRequired => "input_required",
        }
    }
}
