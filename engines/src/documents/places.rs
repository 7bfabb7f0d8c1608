//! [`Places`]: how many documents are parsed at once, for all callers and for one.

use std::time::Duration;

use tokio::time::timeout;
use toolwright::call::{Caller, Origin};

use crate::fair_queue::{FairQueue, Place};

/// How many documents are parsed at once.
const CONCURRENCY: usize = 4;
/// How many documents of one caller are parsed at once.
const MOST_OF_CALLER: usize = 1;
/// How long a document waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The places of documents that are being parsed. A caller has one of them at a time, so that no
/// caller can take all.
#[derive(Debug)]
pub(super) struct Places(FairQueue);

impl Places {
    pub(super) fn new() -> Self {
        Self(FairQueue::with_limit(CONCURRENCY, MOST_OF_CALLER))
    }

    /// Waits for a place. Returns `None` if there is none in time.
    pub(super) async fn take(&self, origin: Origin) -> Option<Place> {
        let place = self.0.acquire(Caller::of(origin));
        timeout(MAX_WAIT, place).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn origin(address: &str) -> Origin {
        Origin::Address(address.parse().unwrap())
    }

    #[tokio::test]
    async fn a_caller_has_one_place_and_all_callers_have_four() {
        let places = Places::new();
        let take = |address: &str| places.take(origin(address)).now_or_never().flatten();
        let first = take("10.0.0.1").unwrap();
        assert!(take("10.0.0.1").is_none());
        let _others = ["10.0.0.2", "10.0.0.3", "10.0.0.4"].map(|other| take(other).unwrap());
        assert!(take("10.0.0.5").is_none());
        drop(first);
        assert!(take("10.0.0.5").is_some());
    }

    #[tokio::test]
    async fn a_network_of_ipv6_is_one_caller() {
        let places = Places::new();
        let take = |address: &str| places.take(origin(address)).now_or_never().flatten();
        let _first = take("2001:db8::1").unwrap();
        assert!(take("2001:db8::2").is_none());
        assert!(take("2001:db8:0:1::1").is_some());
    }
}
