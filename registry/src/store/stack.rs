//! Runs work that blocks or computes on other threads.

use tokio::sync::oneshot;
use toolwright::call::compute;

use super::error::StoreError;
use crate::{jsonc::Invalid, stack::large_thread};

/// Runs `work` on a thread of its own. The work goes on if the future is dropped.
pub(crate) async fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let (sender, receiver) = oneshot::channel();
    let (thread, work) = large_thread(work);
    if thread.spawn(move || drop(sender.send(work()))).is_err() {
        return Err(StoreError::Gone);
    }
    receiver.await.unwrap_or(Err(StoreError::Gone))
}

/// Reads a text that somebody sent. That may take as long as the limits of schemas allow, so it is one of the few
/// computations at a time, and is left out if the future is dropped before its turn.
pub(crate) async fn computed<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, Invalid> + Send + 'static,
) -> Result<T, StoreError> {
    let read = compute(read).await.map_err(|_| StoreError::Gone)?;
    Ok(read?)
}
