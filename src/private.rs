//! What generated code refers to. Not part of the public interface.

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

pub use crate::core::*;

/// Runs a function that blocks, on threads that may. Its panic is the caller's.
///
/// # Errors
/// When the server ends before it was begun.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.or_else(|stopped| match stopped.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(_) => Err(ToolError::failed("the server is shutting down")),
    })
}
