//! [`ResponseCache`]: results that are the same for all clients until the catalogue changes.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use bytes::Bytes;

use super::method::Method;
use crate::core::Snapshot;

/// What a result depends on beside the catalogue: the method, and whether the request is modern.
pub(super) type Key = (Method, bool);

/// Serialised results that are the same for all clients until the catalogue changes. Only the id of
/// the response differs.
#[derive(Debug, Default)]
pub(super) struct ResponseCache(RwLock<CachedResults>);

#[derive(Debug, Default)]
struct CachedResults {
    /// The snapshot that the results belong to. The weak reference does not keep its content alive,
    /// but keeps its address from being reused.
    snapshot: Weak<Snapshot>,
    results: HashMap<Key, Bytes>,
}

impl ResponseCache {
    pub(super) fn get(&self, snapshot: &Arc<Snapshot>, key: Key) -> Option<Bytes> {
        let cached = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let result = cached.results.get(&key)?;
        cached.belong_to(snapshot).then(|| result.clone())
    }

    pub(super) fn insert(&self, snapshot: &Arc<Snapshot>, key: Key, result: Bytes) {
        let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !cached.belong_to(snapshot) {
            cached.snapshot = Arc::downgrade(snapshot);
            cached.results.clear();
        }
        cached.results.insert(key, result);
    }
}

impl CachedResults {
    fn belong_to(&self, snapshot: &Arc<Snapshot>) -> bool {
        std::ptr::eq(self.snapshot.as_ptr(), Arc::as_ptr(snapshot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLS: Key = (Method::ListTools, true);

    #[test]
    fn a_result_is_cached_for_its_snapshot_and_era() {
        let cache = ResponseCache::default();
        let (first, second) = (Arc::new(Snapshot::default()), Arc::new(Snapshot::default()));
        cache.insert(&first, TOOLS, "a".into());
        assert_eq!(cache.get(&first, TOOLS), Some("a".into()));
        assert_eq!(cache.get(&first, (Method::ListTools, false)), None);
        assert_eq!(cache.get(&second, TOOLS), None);
    }

    #[test]
    fn a_new_snapshot_clears_the_cache() {
        let cache = ResponseCache::default();
        let (first, second) = (Arc::new(Snapshot::default()), Arc::new(Snapshot::default()));
        cache.insert(&first, TOOLS, "a".into());
        cache.insert(&second, (Method::Discover, true), "b".into());
        assert_eq!(cache.get(&second, TOOLS), None);
        assert_eq!(
            cache.get(&second, (Method::Discover, true)),
            Some("b".into())
        );
    }
}
