//! [`blocking`]: work of a command that may block.

use toolwright::cli::Failure;

/// Runs work that may block, on files or on a database.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Failure::because(error.to_string()))?
}
