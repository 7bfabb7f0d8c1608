//! [`Places`]: how many servers are connected to at the same time.

use std::{sync::Arc, thread::available_parallelism, time::Duration};

use tokio::{sync::Semaphore, task::AbortHandle};

/// The servers for each processor that are connected to at the same time.
const FOR_EACH_PROCESSOR: usize = 4;
/// How long a server keeps its place, so that one that does not answer holds up no other.
const PATIENCE: Duration = Duration::from_millis(500);

/// How many servers are connected to at the same time. A program that starts keeps a processor busy: with
/// hundreds of them at once, nothing else would run for a minute.
#[derive(Debug)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    patience: Duration,
}

/// A place, which is free again when this is dropped, or after some time.
#[derive(Debug)]
pub(crate) struct Place(AbortHandle);

impl Default for Places {
    fn default() -> Self {
        Self::with_patience(PATIENCE)
    }
}

impl Places {
    fn with_patience(patience: Duration) -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        let count = FOR_EACH_PROCESSOR * processors.max(2);
        Self {
            free: Arc::new(Semaphore::new(count)),
            patience,
        }
    }

    /// Waits for a place.
    pub(crate) async fn take(&self) -> Place {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        let patience = self.patience;
        let kept = tokio::spawn(async move {
            tokio::time::sleep(patience).await;
            drop(permit);
        });
        Place(kept.abort_handle())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    async fn soon(places: &Places) -> Place {
        let taken = tokio::time::timeout(LONG / 10, places.take()).await;
        taken.expect("there is no place")
    }

    #[tokio::test]
    async fn a_server_that_does_not_answer_keeps_its_place_for_a_moment_only() {
        let places = Places::with_patience(Duration::from_millis(1));
        let all = places.free.available_permits();
        let mut taken = Vec::new();
        for _ in 0..3 * all {
            taken.push(soon(&places).await);
        }
    }

    #[tokio::test]
    async fn a_place_is_free_again_when_it_is_dropped_and_not_before() {
        let places = Places::with_patience(LONG);
        let all = places.free.available_permits();
        for _ in 0..3 * all {
            drop(soon(&places).await);
        }
        let mut taken = Vec::new();
        for _ in 0..all {
            taken.push(soon(&places).await);
        }
        let further = tokio::time::timeout(Duration::from_millis(20), places.take()).await;
        assert!(further.is_err());
    }
}
