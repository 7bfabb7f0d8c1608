//! The items that generated code names. They are not part of the public interface.

pub use std::{
    boxed::Box,
    format, module_path,
    result::Result,
    string::String,
    sync::{Arc, LazyLock},
    time::Duration,
    vec,
    vec::Vec,
};

pub use inventory;
pub use regex_lite::Regex;
pub use serde;

pub use crate::core::{
    Arguments, BoxFuture, Completion, Context, DefaultOpaque, DefaultProbe, DefaultSerialize,
    InputSchema, IntoPromptOutput, IntoResourceOutput, IntoToolOutput, Parameter, ParameterCheck,
    Prompt, PromptDef, PromptOutput, Registration, Resource, ResourceDef, ResourceOutput,
    ReturnType, ReturnsBoxedError, ReturnsResult, ReturnsValue, StateType, Tool, ToolDef,
    ToolError, ToolOutput, Variable, Variables, Violations, complete_enum, complete_with, confirm,
    no_completion, parse_arguments,
};

/// Runs a function that blocks, on the threads for such functions. Passes on its panic.
///
/// # Errors
/// Fails if the runtime shuts down before the function begins.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.or_else(|stopped| match stopped.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(_) => Err(ToolError::failed("the server is shutting down")),
    })
}
