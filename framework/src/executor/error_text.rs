//! The texts of errors in results of plans, of the API and of the command line.
//!
//! Their beginnings are fixed, because programs read them.

use std::{fmt::Display, time::Duration};

use crate::core::{ErrorKind, Slow, ToolError};

/// The text for a tool that the whitelist excludes.
const BLOCKED: &str = "Blocked by whitelist policy";

/// Returns the text for `error` of the tool `tool`, after `elapsed`.
pub(super) fn error_text(tool: &str, error: &ToolError, elapsed: Duration) -> String {
    match error {
        ToolError::Timeout(slow) => slow.report(elapsed),
        ToolError::Blocked(_) => BLOCKED.into(),
        error => text_of(tool, error.kind(), error),
    }
}

/// Returns the text for an output of `tool` that is an error of `kind`, which `message` describes.
pub(super) fn output_text(tool: &str, kind: ErrorKind, message: &str, elapsed: Duration) -> String {
    match kind {
        ErrorKind::Timeout => Slow::from_message(message, elapsed).report(elapsed),
        kind => text_of(tool, kind, message),
    }
}

fn text_of(tool: &str, kind: ErrorKind, message: impl Display) -> String {
    match kind {
        ErrorKind::NotFound | ErrorKind::Denied => format!("Tool '{tool}' not found"),
        ErrorKind::InvalidArguments => format!("Input validation failed: {message}"),
        ErrorKind::ServiceUnavailable | ErrorKind::ToolExecutionError => {
            format!("Execution error: {message}")
        }
        _ => message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_begin_as_the_specification_says() {
        let (time, elapsed) = (Duration::from_secs(30), Duration::from_millis(499));
        let text = |error: &ToolError| error_text("x", error, elapsed);
        let timeout = text(&ToolError::Timeout(Slow::Call(time)));
        assert_eq!(timeout, "Tool execution timeout (30s)");
        let slow = ToolError::timed_out("the database did not answer");
        assert_eq!(
            error_text("x", &slow, time),
            "Tool execution timeout (30s): the database did not answer"
        );
        let missing = ToolError::not_found("tool", "x");
        assert_eq!(text(&missing), "Tool 'x' not found");
        let denied = ToolError::denied("tool", "x");
        assert_eq!(text(&denied), "Tool 'x' not found");
        let failed = text(&ToolError::failed("no"));
        assert_eq!(failed, "Execution error: no");
        assert_eq!(text(&ToolError::Cancelled), "cancelled");
    }

    #[test]
    fn an_output_has_the_text_of_its_kind() {
        let text = |kind, message: &str| output_text("x", kind, message, Duration::from_secs(30));
        let timeout = text(ErrorKind::Timeout, "timed out after 30s");
        assert_eq!(timeout, "Tool execution timeout (30s)");
        let slow = text(ErrorKind::Timeout, "timed out: the database did not answer");
        assert_eq!(
            slow,
            "Tool execution timeout (30s): the database did not answer"
        );
        assert_eq!(text(ErrorKind::NotFound, ""), "Tool 'x' not found");
        assert_eq!(text(ErrorKind::Denied, ""), "Tool 'x' not found");
        let invalid = text(ErrorKind::InvalidArguments, "`a` is missing");
        assert_eq!(invalid, "Input validation failed: `a` is missing");
        let failed = text(ErrorKind::ToolExecutionError, "no");
        assert_eq!(failed, "Execution error: no");
        assert_eq!(
            text(ErrorKind::RateLimited, "too many calls"),
            "too many calls"
        );
    }
}
