//! [`error_text`]: an error as a [`ToolExecutionResult`](super::ToolExecutionResult) tells it.

use std::time::Duration;

use crate::core::{ErrorKind, Slow};

/// Returns the text for an error of `kind` of the tool `tool`, which `message` describes.
///
/// The beginnings of the texts are fixed, because programs read them. `time` is that of the call.
pub(super) fn error_text(tool: &str, kind: ErrorKind, message: &str, time: Duration) -> String {
    match kind {
        ErrorKind::Timeout => {
            let text = format!("Tool execution timeout ({})", seconds(time));
            match message.strip_prefix(Slow::SERVICE) {
                Some(slow) => format!("{text}: {slow}"),
                None => text,
            }
        }
        ErrorKind::NotFound | ErrorKind::Denied => format!("Tool '{tool}' not found"),
        ErrorKind::InvalidArguments => format!("Input validation failed: {message}"),
        ErrorKind::ServiceUnavailable | ErrorKind::ToolExecutionError => {
            format!("Execution error: {message}")
        }
        _ => message.to_owned(),
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
    fn the_texts_begin_as_the_specification_says() {
        let text = |kind, message: &str| error_text("x", kind, message, Duration::from_secs(30));
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
        assert_eq!(seconds(Duration::from_millis(499)), "0.5s");
    }
}
