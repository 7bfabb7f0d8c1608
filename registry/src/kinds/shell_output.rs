//! [`ShellOutput`]: what a `shell` tool returns.

use schemars::JsonSchema;
use serde::Serialize;
use toolwright::{Content, ToolError, ToolOutput, tool::IntoToolOutput as _};
use toolwright_engines::supervise::run::{Outcome, StopReason};

/// How the program ended and what it printed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ShellOutput {
    /// The exit code; absent if a signal ended the program. Everything but 0 is a failure.
    exit_code: Option<i32>,
    /// The signal that ended the program, for instance 9.
    signal: Option<i32>,
    /// The standard output.
    stdout: String,
    /// The standard error.
    stderr: String,
    /// The limit that was exceeded, if the program was stopped: `time`, `output`,
    /// `processes` or `memory`.
    stopped: Option<&'static str>,
}

/// Returns the output of a call whose program has ended. It is an error unless the program succeeded.
pub(super) fn output(outcome: Outcome) -> Result<ToolOutput, ToolError> {
    let failure = outcome.failure();
    let exit = outcome.exit;
    let stopped = match exit.stopped {
        None => None,
        Some(StopReason::Time) => Some("time"),
        Some(StopReason::Output) => Some("output"),
        Some(StopReason::Processes) => Some("processes"),
        Some(StopReason::Memory) => Some("memory"),
    };
    let output = ShellOutput {
        exit_code: exit.code,
        signal: exit.signal,
        stdout: outcome.stdout.text,
        stderr: outcome.stderr.text,
        stopped,
    };
    let mut output = output.into_tool_output()?;
    output.is_error = failure.is_some();
    output.content.extend(failure.map(Content::text));
    Ok(output)
}
