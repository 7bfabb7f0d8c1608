//! [`CheckPool`]: runs long checks beside the threads of the runtime.

use std::{sync::Arc, thread::available_parallelism};

use tokio::sync::Semaphore;

use crate::core::{ToolError, blocking};

/// Runs long checks beside the threads of the runtime, so that other calls do not wait for them.
///
/// Few run at the same time, because each may take many times the memory of its request. Further
/// ones wait, first come first served.
#[derive(Debug)]
pub(super) struct CheckPool(Arc<Semaphore>);

impl Default for CheckPool {
    fn default() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(processors.min(4))))
    }
}

impl CheckPool {
    /// Runs `check` on a thread for blocking work. Passes on its panic.
    ///
    /// If the future is dropped, a check that has begun still runs to its end. Checks are limited
    /// in what they do.
    ///
    /// # Errors
    /// If the runtime shuts down before the check begins.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        check: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ToolError> {
        // The semaphore is never closed, so this cannot fail.
        let place = Arc::clone(&self.0).acquire_owned().await.ok();
        blocking(move || {
            let _place = place;
            check()
        })
        .await
    }
}
