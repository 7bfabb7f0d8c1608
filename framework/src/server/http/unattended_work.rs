//! [`UnattendedWork`]: how many requests go on after their clients disconnected.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many requests go on for clients that can resume their streams.
const MAX_RESUMABLE: usize = 1024;
/// How many requests go on although nobody can get their replies. A client that disconnects at once
/// makes them at no cost, and each holds its arguments and takes its share of the processors.
const MAX_UNANSWERED: usize = 256;

/// The places of requests that go on after their clients disconnected, of all sessions.
#[derive(Debug)]
pub(super) struct UnattendedWork {
    resumable: Arc<Semaphore>,
    unanswered: Arc<Semaphore>,
}

impl Default for UnattendedWork {
    fn default() -> Self {
        Self {
            resumable: Arc::new(Semaphore::new(MAX_RESUMABLE)),
            unanswered: Arc::new(Semaphore::new(MAX_UNANSWERED)),
        }
    }
}

impl UnattendedWork {
    /// Returns a place for a request whose stream can be resumed, or `None` if all are taken.
    pub(super) fn resumable(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.resumable).try_acquire_owned().ok()
    }

    /// Returns a place for a request whose reply nobody can get, or `None` if all are taken.
    pub(super) fn unanswered(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.unanswered).try_acquire_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_without_a_client_do_not_take_the_places_of_those_that_can_be_resumed() {
        let work = UnattendedWork::default();
        let taken: Vec<_> = std::iter::from_fn(|| work.unanswered()).collect();
        assert_eq!(taken.len(), MAX_UNANSWERED);
        assert!(work.resumable().is_some());
        drop(taken);
        assert!(work.unanswered().is_some());
    }
}
