//! [`blocking`]: runs work beside the threads of the runtime.

use std::panic::resume_unwind;

use tokio::task::JoinError;

use super::error::ToolError;

/// Runs a function that blocks, on the threads for such functions. Passes on its panic.
///
/// # Errors
/// Fails if the runtime shuts down before the function begins.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    finished(tokio::task::spawn_blocking(work).await)
}

/// Returns the result of a function on another thread. Passes on its panic.
pub(super) fn finished<T>(done: Result<T, JoinError>) -> Result<T, ToolError> {
    done.or_else(|stopped| match stopped.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Err(ToolError::failed("the server is shutting down")),
    })
}
