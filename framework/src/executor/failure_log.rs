//! [`log_failure`]: what the server's log says about a call that failed.

use toolwright_base::cut_text;

use crate::core::{ItemKind, ToolError};

/// The longest name of a resource that the log repeats, in bytes.
const MAX_NAME: usize = 200;

/// Logs the failed call of a tool, with the causes that its caller does not see.
pub(super) fn log_failure(tool: &str, error: &ToolError) {
    match Loggable::of(error) {
        Loggable::Warning(text, causes) => tracing::warn!(tool, causes, "{text}"),
        Loggable::Arguments(paths) => tracing::debug!(tool, arguments = paths, "invalid arguments"),
        Loggable::Detail(text) => tracing::debug!(tool, "{text}"),
    }
}

/// Logs the failed use of a resource or a prompt, with the causes that its caller does not see.
pub(super) fn log_item_failure(kind: ItemKind, item: &str, error: &ToolError) {
    let (kind, item) = (kind.as_str(), cut_text(item, MAX_NAME));
    let item = item.as_ref();
    match Loggable::of(error) {
        Loggable::Warning(text, causes) => tracing::warn!(kind, item, causes, "{text}"),
        Loggable::Arguments(paths) => {
            tracing::debug!(kind, item, arguments = paths, "invalid arguments");
        }
        Loggable::Detail(text) => tracing::debug!(kind, item, "{text}"),
    }
}

/// An error as the log has it.
enum Loggable {
    /// A failure of the server, and its causes.
    Warning(String, Option<String>),
    /// The paths of arguments that do not fit. The values may be secret.
    Arguments(String),
    /// A mistake of the caller.
    Detail(String),
}

impl Loggable {
    fn of(error: &ToolError) -> Self {
        match error {
            ToolError::Failed(failure) | ToolError::Unavailable(failure) => {
                let causes: Vec<_> = failure.causes().collect();
                let causes = (!causes.is_empty()).then(|| causes.join(": "));
                Self::Warning(failure.message.clone(), causes)
            }
            ToolError::Timeout(_) => Self::Warning(error.to_string(), None),
            ToolError::InvalidArguments(invalid) => {
                let paths = invalid.problems.iter().map(|problem| problem.path.as_str());
                Self::Arguments(paths.collect::<Vec<_>>().join(", "))
            }
            _ => Self::Detail(error.to_string()),
        }
    }
}
