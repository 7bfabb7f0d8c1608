//! Runs work that blocks on a thread of its own.

use tokio::sync::oneshot;

use super::error::StoreError;
use crate::stack::large_thread;

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
