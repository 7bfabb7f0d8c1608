//! [`blocking`]: runs work beside the threads of the runtime.

use std::panic::resume_unwind;

use super::error::ToolError;

/// Runs a function that blocks, on the threads for such functions. Passes on its panic.
///
/// # Errors
/// Fails if the runtime shuts down before the function begins.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.or_else(|stopped| match stopped.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Err(ToolError::failed("the server is shutting down")),
    })
}
