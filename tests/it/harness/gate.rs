//! A gate that tools of a test wait at, and the marks that they leave.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::Semaphore;

use super::patience::soon;

/// A door that is shut until the test opens it, and knows how many came to it.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    door: Arc<Semaphore>,
    arrived: Arc<Semaphore>,
}

impl Gate {
    pub(crate) fn shut() -> Self {
        Self {
            door: Arc::new(Semaphore::new(0)),
            arrived: Arc::new(Semaphore::new(0)),
        }
    }

    /// Called by the tool: reports its arrival and waits.
    pub(crate) async fn pass(&self) {
        self.arrived.add_permits(1);
        self.door.acquire().await.unwrap().forget();
    }

    /// Called by the test: waits until one more tool has arrived.
    pub(crate) async fn arrival(&self) {
        soon(self.arrived.acquire()).await.unwrap().forget();
    }

    /// Lets one pass.
    pub(crate) fn open(&self) {
        self.door.add_permits(1);
    }
}

/// Counts how often its guards were dropped: how a test sees that work was stopped.
#[derive(Debug, Clone, Default)]
pub(crate) struct DropFlag(Arc<AtomicUsize>);

impl DropFlag {
    pub(crate) fn guard(&self) -> DropGuard {
        DropGuard(self.clone())
    }

    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[derive(Debug)]
pub(crate) struct DropGuard(DropFlag);

impl Drop for DropGuard {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::SeqCst);
    }
}
