//! Runs work that blocks, or recurses deeply, on a thread of its own.

use std::thread;

use tokio::sync::oneshot;

use super::error::StoreError;

/// The bytes of stack: the parsers of JSON and of Python recurse, and need most of it unoptimised.
const STACK: usize = 32 * 1024 * 1024;

/// Runs `work` on a thread of its own. The work goes on if the future is dropped.
pub(super) async fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let (sender, receiver) = oneshot::channel();
    let thread = thread::Builder::new()
        .name("registry".into())
        .stack_size(STACK)
        .spawn(move || drop(sender.send(work())));
    if thread.is_err() {
        return Err(StoreError::Gone);
    }
    receiver.await.unwrap_or(Err(StoreError::Gone))
}
