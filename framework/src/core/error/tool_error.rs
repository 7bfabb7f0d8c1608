//! [`ToolError`]: the error of a call, split by what its reader can do.

use std::{error::Error, fmt, time::Duration};

use serde_json::Value;

use super::invalid_arguments::InvalidArguments;

/// The error of a call.
///
/// Every [`std::error::Error`] converts into [`ToolError::Failed`], so `?` works on all errors in a
/// function that returns `Result<_, ToolError>`. For that reason `ToolError` does not implement
/// [`std::error::Error`] itself, as `anyhow::Error` does not.
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
    /// The arguments do not fit the schema. The caller can mend the call.
    InvalidArguments(Box<InvalidArguments>),
    /// There is no such tool, resource, prompt or task.
    NotFound(NotFound),
    /// The caller is not allowed to do this. On the wire it reads like [`ToolError::NotFound`].
    Denied(NotFound),
    /// The operator's whitelist excludes the tool. Over MCP it reads like [`ToolError::NotFound`];
    /// plans, the API and the command line name the whitelist.
    Blocked(NotFound),
    /// Too many calls. The caller can try again later.
    RateLimited {
        /// The time until a call may succeed.
        retry_after: Duration,
    },
    /// A deadline passed, and the work was stopped.
    Timeout(Slow),
    /// The caller cancelled the call, and the work was stopped.
    Cancelled,
    /// A service behind the tool does not answer.
    Unavailable(Failure),
    /// The call needs a capability that the client did not declare, such as `{"sampling": {}}`.
    MissingCapability {
        /// The capabilities, as a client declares them.
        required: Value,
    },
    /// The request is refused with a protocol error, not with a result for the model.
    Refused(Refusal),
    /// The tool failed.
    Failed(Failure),
}

impl ToolError {
    /// Creates a failure with a message that the model reads.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(Failure {
            message: message.into(),
            source: None,
        })
    }

    /// Creates the error for a service that does not answer.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::Unavailable(Failure {
            message: message.into(),
            source: None,
        })
    }

    /// Creates the error for something behind the tool that was too slow. `message` names it.
    pub fn timed_out(message: impl Into<String>) -> Self {
        Self::Timeout(Slow::Service(message.into()))
    }

    /// Adds the cause of a failure, which the log shows and the caller does not see.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let hidden = std::io::Error::other("connect to 10.0.0.7: refused");
    /// let error = ToolError::unavailable("the archive is offline").because(hidden);
    /// assert_eq!(error.to_string(), "the archive is offline");
    /// ```
    #[must_use]
    pub fn because(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        if let Self::Failed(failure) | Self::Unavailable(failure) = &mut self {
            failure.source = Some(cause.into());
        }
        self
    }

    /// Creates the error for an unknown `kind` (`tool`, `resource`, `prompt` or `task`) called
    /// `name`.
    pub fn not_found(kind: &'static str, name: impl Into<String>) -> Self {
        Self::NotFound(NotFound {
            kind,
            name: name.into(),
        })
    }

    /// Creates the error for a `kind` called `name` that the caller is not allowed to use.
    ///
    /// The caller reads the same as for an unknown one; the log has the difference.
    ///
    /// ```
    /// use toolwright::ToolError;
    ///
    /// let denied = ToolError::denied("resource", "diary://ada");
    /// let missing = ToolError::not_found("resource", "diary://ada");
    /// assert_eq!(denied.to_string(), missing.to_string());
    /// ```
    pub fn denied(kind: &'static str, name: impl Into<String>) -> Self {
        Self::Denied(NotFound {
            kind,
            name: name.into(),
        })
    }

    /// Creates a JSON-RPC error with this code.
    pub fn refused(code: i64, message: impl Into<String>) -> Self {
        Self::Refused(Refusal::new(code, message))
    }

    /// Creates a failure from a boxed error, as `?` does from a concrete one.
    #[must_use]
    pub fn from_boxed(source: Box<dyn Error + Send + Sync>) -> Self {
        Self::Failed(Failure {
            message: source.to_string(),
            source: Some(source),
        })
    }
}

impl InvalidArguments {
    /// Converts it into a [`ToolError`].
    #[doc(hidden)]
    #[must_use]
    pub fn into_error(self) -> ToolError {
        ToolError::InvalidArguments(Box::new(self))
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidArguments(invalid) => invalid.fmt(f),
            Self::NotFound(missing) | Self::Denied(missing) | Self::Blocked(missing) => {
                missing.fmt(f)
            }
            Self::RateLimited { retry_after } => {
                write!(
                    f,
                    "too many calls: try again in {:.1} s",
                    retry_after.as_secs_f64()
                )
            }
            Self::Timeout(slow) => slow.fmt(f),
            Self::Cancelled => f.write_str("cancelled"),
            Self::MissingCapability { required } => MissingCapability(required).fmt(f),
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

/// For hooks and other code that takes any error.
impl From<ToolError> for Box<dyn Error + Send + Sync> {
    fn from(error: ToolError) -> Self {
        error.to_string().into()
    }
}

/// The item that was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// The kind of item: `tool`, `resource`, `prompt` or `task`.
    pub kind: &'static str,
    /// The name or URI.
    pub name: String,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)
    }
}

/// The message for a client that lacks these capabilities.
pub(crate) struct MissingCapability<'a>(pub(crate) &'a Value);

impl fmt::Display for MissingCapability<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let required = self.0;
        write!(
            f,
            "this client lacks a capability that the call needs: {required}"
        )
    }
}

/// A message for the caller, and its cause for the log.
///
/// ```
/// use toolwright::{ToolError, tool::Failure};
///
/// let hidden = std::io::Error::other("connect to 10.0.0.7: refused");
/// let error = ToolError::Unavailable(Failure {
///     message: "the archive is offline".into(),
///     source: Some(hidden.into()),
/// });
/// assert_eq!(error.to_string(), "the archive is offline");
/// ```
#[derive(Debug)]
pub struct Failure {
    /// The message that the caller reads.
    pub message: String,
    /// The cause, which only the log shows.
    pub source: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// The most causes that are shown.
    const MAX_CAUSES: usize = 16;

    /// Returns the causes that the message does not tell, the outermost first.
    pub(crate) fn causes(&self) -> impl Iterator<Item = String> {
        let outermost = self.source.as_deref().map(|source| source as &dyn Error);
        std::iter::successors(outermost, |error| (*error).source())
            .take(Self::MAX_CAUSES)
            .map(ToString::to_string)
            .filter(|cause| *cause != self.message)
    }
}

/// A JSON-RPC error that a tool chooses itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The JSON-RPC error code.
    pub code: i64,
    /// The message that the caller reads.
    pub message: String,
    /// Further data for programs.
    pub data: Option<Value>,
}

impl Refusal {
    /// Creates an error without further data.
    ///
    /// ```
    /// use toolwright::tool::Refusal;
    ///
    /// let refusal = Refusal::new(-32602, "the cursor is not one of this server");
    /// assert_eq!(refusal.data, None);
    /// ```
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }
}

/// The beginning of the message of a slow service.
const SERVICE: &str = "timed out: ";

/// The part of a call that took too long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slow {
    /// The call itself, which had this much time.
    Call(Duration),
    /// Something behind the tool, such as a database, in words that name it.
    Service(String),
}

/// The message that the model reads.
impl fmt::Display for Slow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(after) => write!(f, "timed out after {after:?}"),
            Self::Service(message) => write!(f, "{SERVICE}{message}"),
        }
    }
}

impl Slow {
    /// Reads the message of a timeout that another process reports, of a call that took `elapsed`.
    pub(crate) fn from_message(message: &str, elapsed: Duration) -> Self {
        match message.strip_prefix(SERVICE) {
            Some(service) => Self::Service(service.to_owned()),
            None => Self::Call(elapsed),
        }
    }

    /// Returns the text that plans and the command line report, for a call that took `elapsed`.
    ///
    /// Its beginning is fixed, because programs read it.
    pub(crate) fn report(&self, elapsed: Duration) -> String {
        match self {
            Self::Call(after) => format!("Tool execution timeout ({})", seconds(*after)),
            Self::Service(message) => {
                format!("Tool execution timeout ({}): {message}", seconds(elapsed))
            }
        }
    }
}

/// Returns a time as `30s` or `0.5s`.
fn seconds(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() / 10.0;
    format!("{tenths}s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_is_read_from_its_own_message() {
        let elapsed = Duration::from_millis(499);
        for slow in [Slow::Call(elapsed), Slow::Service("the database".into())] {
            assert_eq!(Slow::from_message(&slow.to_string(), elapsed), slow);
        }
        assert_eq!(
            Slow::Call(elapsed).report(elapsed),
            "Tool execution timeout (0.5s)"
        );
    }
}
