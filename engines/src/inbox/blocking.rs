//! [`blocking`]: runs file operations beside the runtime.

use std::io;

use super::error::InboxError;

/// Runs `work` on a thread that may block.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, InboxError> + Send + 'static,
) -> Result<T, InboxError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|panicked| InboxError::Unavailable(io::Error::other(panicked)))?
}
