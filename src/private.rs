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

/// Runs a function that blocks, on threads that may.
///
/// # Errors
/// When it panics.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| ToolError::failed("the tool panicked"))
}
