//! [`Places`]: how many documents are parsed at once, for all callers and for one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::core::{Origin, lock};

/// How many documents are parsed at once.
const CONCURRENCY: usize = 4;
/// How long a document waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The places of documents that are being parsed. A caller has one of them at a time, so that no
/// caller can take all.
#[derive(Debug)]
pub(super) struct Places {
    all: Semaphore,
    callers: Mutex<HashMap<Origin, Arc<Semaphore>>>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place<'p> {
    places: &'p Places,
    caller: Origin,
    own: Option<OwnedSemaphorePermit>,
    _shared: SemaphorePermit<'p>,
}

impl Places {
    pub(super) fn new() -> Self {
        Self {
            all: Semaphore::new(CONCURRENCY),
            callers: Mutex::default(),
        }
    }

    /// Waits for a place. Returns `None` if there is none in time.
    pub(super) async fn take(&self, caller: Origin) -> Option<Place<'_>> {
        let taken = timeout(MAX_WAIT, async {
            let own = self.of(caller).acquire_owned().await.ok()?;
            let shared = self.all.acquire().await.ok()?;
            Some((own, shared))
        });
        let taken = taken.await.ok().flatten();
        if taken.is_none() {
            self.forget(caller);
        }
        let (own, shared) = taken?;
        Some(Place {
            places: self,
            caller,
            own: Some(own),
            _shared: shared,
        })
    }

    fn of(&self, caller: Origin) -> Arc<Semaphore> {
        let mut callers = lock(&self.callers);
        let new = || Arc::new(Semaphore::new(1));
        Arc::clone(callers.entry(caller).or_insert_with(new))
    }

    /// Forgets a caller that has no place and waits for none.
    fn forget(&self, caller: Origin) {
        let mut callers = lock(&self.callers);
        if callers
            .get(&caller)
            .is_some_and(|own| Arc::strong_count(own) == 1)
        {
            callers.remove(&caller);
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.own = None;
        self.places.forget(self.caller);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    fn address(last: u8) -> Origin {
        Origin::Address(IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)))
    }

    #[tokio::test]
    async fn a_caller_has_one_place_and_all_callers_have_four() {
        let places = Places::new();
        let first = places.take(address(1)).await.unwrap();
        assert!(timeout(SHORT, places.take(address(1))).await.is_err());
        let others = [2, 3, 4].map(|last| places.take(address(last)));
        let others = futures_util::future::join_all(others).await;
        assert!(timeout(SHORT, places.take(address(5))).await.is_err());
        drop(first);
        assert!(timeout(SHORT, places.take(address(1))).await.is_ok());
        drop(others);
        // Only those that gave up waiting are still known.
        assert!(lock(&places.callers).len() <= 2);
    }
}
