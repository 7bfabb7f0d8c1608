//! [`ErrorKind`]: the kind of an error, in the word that results, the log and the metrics share.

use std::fmt;

use super::tool_error::ToolError;

/// The kind of an error. Results, the log and the metrics have the same word for it.
///
/// ```
/// use toolwright::{ToolError, tool::ErrorKind};
///
/// let error = ToolError::timed_out("the database did not answer");
/// assert_eq!(error.kind(), ErrorKind::Timeout);
/// assert_eq!(error.kind().as_str(), "timeout");
/// assert_eq!(error.kind().to_string(), "timeout");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The arguments do not fit the schema.
    InvalidArguments,
    /// There is no such tool, resource, prompt or task.
    NotFound,
    /// The caller is not allowed to do this.
    Denied,
    /// Too many calls.
    RateLimited,
    /// A deadline passed: that of the call, or that of something behind the tool.
    Timeout,
    /// The caller cancelled the call.
    Cancelled,
    /// A service behind the tool does not answer.
    ServiceUnavailable,
    /// The call needs a capability that the client did not declare.
    MissingCapability,
    /// The request was refused with a protocol error.
    Refused,
    /// The tool failed.
    ToolExecutionError,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::InvalidArguments,
        Self::NotFound,
        Self::Denied,
        Self::RateLimited,
        Self::Timeout,
        Self::Cancelled,
        Self::ServiceUnavailable,
        Self::MissingCapability,
        Self::Refused,
        Self::ToolExecutionError,
    ];

    /// Returns the kind that has this word.
    #[doc(hidden)]
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// Returns the word for the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArguments => "invalid_arguments",
            Self::NotFound => "not_found",
            Self::Denied => "denied",
            Self::RateLimited => "rate_limited",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::ServiceUnavailable => "service_unavailable",
            Self::MissingCapability => "missing_capability",
            Self::Refused => "refused",
            Self::ToolExecutionError => "tool_execution_error",
        }
    }
}

/// Writes the word for the kind.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl ToolError {
    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::InvalidArguments(_) => ErrorKind::InvalidArguments,
            Self::NotFound(_) => ErrorKind::NotFound,
            Self::Denied(_) | Self::Blocked(_) => ErrorKind::Denied,
            Self::RateLimited { .. } => ErrorKind::RateLimited,
            Self::Timeout(_) => ErrorKind::Timeout,
            Self::Cancelled => ErrorKind::Cancelled,
            Self::Unavailable(_) => ErrorKind::ServiceUnavailable,
            Self::MissingCapability { .. } => ErrorKind::MissingCapability,
            Self::Refused(_) => ErrorKind::Refused,
            Self::Failed(_) => ErrorKind::ToolExecutionError,
        }
    }
}
