//! [`ConnectionPlace`]: one of the places for connections that are served.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a request waits for a place before it is refused.
const PATIENCE: Duration = Duration::from_secs(1);

/// The place of a connection among those that are served at once.
///
/// A connection that finds all places taken can still ask for the health of the server. Any other
/// request of it waits for a moment until a place is free.
#[derive(Debug)]
pub(super) struct ConnectionPlace {
    places: Arc<Semaphore>,
    held: OnceLock<OwnedSemaphorePermit>,
}

impl ConnectionPlace {
    /// Takes a place if one is free.
    pub(super) fn take(places: &Arc<Semaphore>) -> Self {
        let place = Self {
            places: Arc::clone(places),
            held: OnceLock::new(),
        };
        if let Ok(permit) = Arc::clone(places).try_acquire_owned() {
            let _ = place.held.set(permit);
        }
        place
    }

    pub(super) fn is_held(&self) -> bool {
        self.held.get().is_some()
    }

    /// Waits for a place. Returns `false` if none became free in time.
    pub(super) async fn wait(&self) -> bool {
        let permit = Arc::clone(&self.places).acquire_owned();
        if let Ok(Ok(permit)) = tokio::time::timeout(PATIENCE, permit).await {
            let _ = self.held.set(permit);
        }
        self.is_held()
    }
}
