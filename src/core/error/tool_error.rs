//! [`ToolError`]: what went wrong, split by what its reader can do.

use std::{error::Error, fmt, time::Duration};

use serde_json::Value;

use super::invalid_arguments::InvalidArguments;

/// Why a call has no answer.
///
/// Any error turns into [`ToolError::Failed`] with `?`, so a tool can return
/// `Result<_, ToolError>` and never convert by hand. For that reason it does not implement
/// [`std::error::Error`] itself (as `anyhow::Error` does not).
///
/// ```
/// use toolwright::ToolError;
/// fn parse(text: &str) -> Result<i64, ToolError> {
///     Ok(text.parse::<i64>()?)
/// }
/// assert_eq!(parse("x").unwrap_err().to_string(), "invalid digit found in string");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ToolError {
    /// The arguments do not fit. The caller mends the call.
    InvalidArguments(Box<InvalidArguments>),
    /// There is no such tool, resource or prompt.
    NotFound(NotFound),
    /// The caller may not do this. On the wire it reads like [`ToolError::NotFound`].
    Denied(NotFound),
    /// Too many calls. The caller waits.
    RateLimited {
        /// How long to wait.
        retry_after: Duration,
    },
    /// The deadline passed, and the work was stopped.
    Timeout {
        /// How long the call was given.
        after: Duration,
    },
    /// The caller took the call back, and the work was stopped.
    Cancelled,
    /// Something behind the tool does not answer.
    Unavailable(Failure),
    /// The tool needs what this client did not declare, for instance `{"sampling": {}}`.
    MissingCapability {
        /// The capabilities that the call needs, as a client declares them.
        required: Value,
    },
    /// The request itself is refused, as a protocol error and not as a result for the model.
    Refused(Refusal),
    /// The tool failed.
    Failed(Failure),
}

impl ToolError {
    /// The tool failed, with a message that the model reads.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(Failure {
            message: message.into(),
            source: None,
        })
    }

    /// Something behind the tool does not answer.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::Unavailable(Failure {
            message: message.into(),
            source: None,
        })
    }

    /// There is no such `kind` (`tool`, `resource`, `prompt`, `task`) as `name`.
    pub fn not_found(kind: &'static str, name: impl Into<String>) -> Self {
        Self::NotFound(NotFound {
            kind,
            name: name.into(),
        })
    }

    /// The request is refused with a JSON-RPC error of this code.
    pub fn refused(code: i64, message: impl Into<String>) -> Self {
        Self::Refused(Refusal {
            code,
            message: message.into(),
            data: None,
        })
    }

    /// From any boxed error: what `?` does for concrete ones.
    #[must_use]
    pub fn from_boxed(source: Box<dyn Error + Send + Sync>) -> Self {
        Self::Failed(Failure {
            message: source.to_string(),
            source: Some(source),
        })
    }
}

impl InvalidArguments {
    /// The error as a [`ToolError`].
    #[must_use]
    pub fn into_error(self) -> ToolError {
        ToolError::InvalidArguments(Box::new(self))
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidArguments(invalid) => invalid.fmt(f),
            Self::NotFound(missing) | Self::Denied(missing) => missing.fmt(f),
            Self::RateLimited { retry_after } => {
                write!(
                    f,
                    "too many calls: try again in {:.1} s",
                    retry_after.as_secs_f64()
                )
            }
            Self::Timeout { after } => write!(f, "timed out after {after:?}"),
            Self::Cancelled => f.write_str("cancelled"),
            Self::MissingCapability { required } => {
                write!(
                    f,
                    "this client lacks a capability that the call needs: {required}"
                )
            }
            Self::Refused(refusal) => f.write_str(&refusal.message),
            Self::Unavailable(failure) | Self::Failed(failure) => f.write_str(&failure.message),
        }
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(source: E) -> Self {
        Self::from_boxed(Box::new(source))
    }
}

/// What was looked for and is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// `tool`, `resource`, `prompt` or `task`.
    pub kind: &'static str,
    /// Its name or URI.
    pub name: String,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)
    }
}

/// A message for the caller, and its cause for the log.
#[derive(Debug)]
pub struct Failure {
    /// What the caller reads.
    pub message: String,
    /// What the log keeps.
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

/// A JSON-RPC error that a tool chooses itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The JSON-RPC error code.
    pub code: i64,
    /// What the caller reads.
    pub message: String,
    /// More, for programs.
    pub data: Option<Value>,
}
